import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useCallback, useMemo, useRef } from 'preact/hooks';
import { SLOTS } from '../../../locales/slots.ts';
import { Notice } from '../../components/Notice.tsx';
import { TaskLink } from '../../components/TaskLink.tsx';
import { paintCanvas } from '../../components/use-canvas.ts';
import { useSize } from '../../components/use-size.ts';
import { formatDuration } from '../../format/duration.ts';
import { formatShare } from '../../format/share.ts';
import { useStore } from '../../store/store.ts';
import { useText } from '../../text.ts';
import { useSpaced } from '../use-spaced.ts';
import { ChosenTask } from './ChosenTask.tsx';
import { drawLanes } from './draw-lanes.ts';
import { LaneLabels } from './LaneLabels.tsx';
import { Legend } from './Legend.tsx';
import { laneInput } from './lane-input.ts';
import { AXIS, LANE } from './lane-rows.ts';
import { MomentBox } from './MomentBox.tsx';
import { SlotTable } from './SlotTable.tsx';
import { type SlotFigures, slotsData } from './slots-data.ts';
import { fitted, showing, type TimeView, wholeOf } from './time-view.ts';
import './Slots.css';

/** px; lanes are not made lower than so, unless they are fewer. */
const LOW = AXIS + 4 * LANE;

/** Swimlanes: which task held which concurrency slot when, how much of it in back-off or after its timeout, and who waited. */
export function Slots(): VNode {
  const store = useStore();
  const { feed, selection, theme, filter, rows: listed, runtimeLabels } = store;
  const text = useText(SLOTS);
  const data = useSpaced(() => slotsData(feed));
  const view = useSignal<TimeView | undefined>(undefined);
  const cursor = useSignal<number | undefined>(undefined);
  const focused = useSignal<number | undefined>(undefined);
  const scrollTop = useSignal(0);
  const scroll = useSize();
  const stage = useSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement | null>(null);
  const setScroller = useCallback(
    (element: HTMLDivElement | null): void => {
      scroller.current = element;
      scroll.measure(element);
    },
    [scroll.measure],
  );
  const frame = useRef<number | undefined>(undefined);

  const seen = useComputed(() => {
    const { range } = data.value;
    if (range === undefined) return undefined;
    return view.value === undefined ? wholeOf(range) : fitted(view.value, range);
  });
  /** What the filter shows, where it asks for anything. */
  const shown = useComputed(() => (filter.active.value ? new Set(listed.value.rows) : undefined));

  // Pan and zoom paint the picture alone: nothing else of the view is drawn anew.
  useSignalEffect(() => {
    const picture = {
      rows: data.value.rows,
      view: seen.value,
      scrollTop: scrollTop.value,
      watchOf: feed.watchOf,
      selected: selection.lead.value,
      shown: shown.value,
      cursor: cursor.value,
      focused: focused.value,
    };
    void theme.value;
    void feed.now.value;
    const { width, height } = stage.size.value;
    if (frame.current !== undefined) cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      frame.current = undefined;
      const { view: from } = picture;
      if (canvas.current === null || from === undefined) return;
      paintCanvas(canvas.current, width, height, (paint) => drawLanes(paint, { ...picture, view: from }));
    });
  });

  const input = useMemo(
    () =>
      laneInput({
        data: () => data.peek(),
        seen: () => seen.peek(),
        view,
        cursor,
        focused,
        scrollTop: () => scrollTop.peek(),
        width: () => stage.size.peek().width,
        choose: (task) => selection.choose(task.key),
        chosen: () => selection.task.peek(),
        open: () =>
          scroller.current
            ?.closest('.tasklens')
            ?.querySelector<HTMLElement>('.panes__detail [role=tab][tabindex="0"]')
            ?.focus(),
        scrollToRow(index) {
          const element = scroller.current;
          if (element === null) return;
          const room = element.clientHeight - AXIS - LANE;
          element.scrollTop = Math.min(index * LANE, Math.max(element.scrollTop, index * LANE - room));
        },
      }),
    [data, seen, view, cursor, focused, scrollTop, stage.size, selection],
  );

  const { rows, range, all, longest, untilOf } = data.value;
  if (range === undefined) {
    return (
      <Notice title={text.empty.title}>
        <p>{text.empty.advice}</p>
      </Notice>
    );
  }
  const several = runtimeLabels.value.size > 1;
  const nameOf = ({ of, lane }: Pick<SlotFigures, 'of' | 'lane'>): string => {
    const name = lane.slot === undefined ? text.unknown : text.slot(lane.slot + 1);
    return several ? text.of(runtimeLabels.value.get(of.runtime.key) ?? '', name) : name;
  };
  const chosen = selection.task.value;
  const height = AXIS + rows.length * LANE;
  return (
    <div class="slots">
      <div class="slots__bar" role="toolbar" aria-label={text.label}>
        <button type="button" class="slots__button" aria-label={text.closer} onClick={() => input.zoom(true)}>
          +
        </button>
        <button type="button" class="slots__button" aria-label={text.wider} onClick={() => input.zoom(false)}>
          −
        </button>
        <button type="button" class="slots__button" onClick={input.whole}>
          {text.whole}
        </button>
        <MomentBox
          cursor={cursor}
          range={range}
          onMoment={(at) => {
            const now = seen.peek();
            if (now !== undefined) view.value = showing(now, at, at, range);
          }}
        />
        <Legend />
      </div>
      <div
        class="slots__lanes"
        style={{ height: `${height + 1}px`, minHeight: `${Math.min(height, LOW) + 1}px` }}
        ref={setScroller}
        onScroll={(event) => {
          scrollTop.value = event.currentTarget.scrollTop;
        }}
      >
        <div class="slots__stage" style={{ height: `${Math.min(height, scroll.size.value.height || height)}px` }}>
          <LaneLabels
            rows={rows}
            scrollTop={scrollTop.value}
            height={scroll.size.value.height || height}
            focused={focused.value}
            nameOf={(row) =>
              row.kind === 'slot'
                ? nameOf(row)
                : several
                  ? text.of(runtimeLabels.value.get(row.of.runtime.key) ?? '', text.waiting)
                  : text.waiting
            }
          />
          <div
            class="slots__picture"
            role="application"
            aria-label={text.label}
            aria-describedby="tasklens-slots-keys"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move in it
            tabIndex={0}
            ref={stage.measure}
            onWheel={input.onWheel}
            onPointerDown={input.onPointerDown}
            onKeyDown={input.onKeyDown}
          >
            <canvas ref={canvas} />
          </div>
        </div>
        <div style={{ height: `${Math.max(0, height - (scroll.size.value.height || height))}px` }} />
      </div>
      <p class="unseen" id="tasklens-slots-keys">
        {text.keys}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div class="slots__below" tabIndex={0}>
        <div class="slots__summary">
          <span>{text.summary.backOff(formatShare(all.backOff, all.held))}</span>
          <span>{text.summary.idle(formatDuration(all.idleWhileWaiting))}</span>
          {longest !== undefined && (
            <span>
              {text.summary.longest} <TaskLink task={longest.task} /> {formatDuration(longest.ms)}
            </span>
          )}
        </div>
        <div aria-live="polite">
          {chosen !== undefined && <ChosenTask task={chosen} until={untilOf(chosen.runtimeKey)} />}
        </div>
        <SlotTable data={data.value} cursor={cursor.value} nameOf={nameOf} />
      </div>
    </div>
  );
}
