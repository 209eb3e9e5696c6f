import { useComputed } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { createTimeline, type Timeline } from '../../../bridge/model/timeline.ts';
import { OVERVIEW } from '../../locales/overview.ts';
import { formatTimeOfDay } from '../format/time-of-day.ts';
import { type TimeRange, type TimeWindow, windowOf, withEdge } from '../present/time-window.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { dragFrom } from './drag.ts';
import { drawOverview } from './draw-overview.ts';
import { useCanvas } from './use-canvas.ts';
import { useSize } from './use-size.ts';
import './Overview.css';

/** Shares of what is seen that an arrow key moves an edge by, alone and with Shift or Page Up and Down. */
const STEP = 0.01;
const LEAP = 0.1;
/** px that the pointer must move before it is a drag. */
const SLACK = 3;

/** Running tasks and failures over time; a window chosen in it filters the list. */
export function Overview(): VNode | null {
  const { feed } = useStore();
  const timelineOf = useRef(createTimeline());
  const timeline = useComputed(() => {
    void feed.revision.value;
    return timelineOf.current(feed.model, feed.now.value);
  }).value;
  return timeline === undefined ? null : <Strip timeline={timeline} />;
}

function Strip({ timeline }: { readonly timeline: Timeline }): VNode {
  const { filter, theme } = useStore();
  const text = useText(OVERVIEW);
  const { size, measure } = useSize();
  void theme.value;
  const canvas = useCanvas(size.value, (paint) => drawOverview(paint, timeline));

  const { width } = size.value;
  const range: TimeRange = { from: timeline.from, to: timeline.from + timeline.width * timeline.running.length };
  const window = filter.window.value;
  const share = (at: number): number => Math.min(1, Math.max(0, (at - range.from) / (range.to - range.from)));
  const left = share(window?.from ?? range.from);
  const right = share(window?.to ?? range.to);
  const choose = (next: TimeWindow | undefined): void => {
    filter.window.value = next;
  };

  const onPointerDown = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (x: number): number => range.from + (x / Math.max(1, box.width)) * (range.to - range.from);
    const begun = event.clientX - box.left;
    // A press alone takes the window away; a drag makes another.
    if (event.button === 0) choose(undefined);
    dragFrom(event, ({ x }) => {
      if (Math.abs(x) > SLACK) choose(windowOf(at(begun), at(begun + x), range));
    });
  };

  const edge = (which: 'from' | 'to'): VNode => {
    const at = window?.[which];
    const place = which === 'from' ? left : right;
    const span = range.to - range.from;
    const value = at ?? range[which];
    const move = (to: number): void => choose(withEdge(filter.window.peek(), which, to, range));
    const onKeyDown = (event: KeyboardEvent): void => {
      // Keys may come faster than the panel draws.
      const now = filter.window.peek()?.[which] ?? range[which];
      const step = (event.shiftKey ? LEAP : STEP) * span;
      const targets: Partial<Record<string, number>> = {
        ArrowLeft: now - step,
        ArrowDown: now - step,
        ArrowRight: now + step,
        ArrowUp: now + step,
        PageDown: now - LEAP * span,
        PageUp: now + LEAP * span,
        Home: range.from,
        End: range.to,
      };
      const target = targets[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target !== undefined) move(target);
      else if (event.key === 'Escape' && filter.window.peek() !== undefined) choose(undefined);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    return (
      <div
        class={at === undefined ? 'overview__edge' : 'overview__edge overview__edge--closed'}
        role="slider"
        tabIndex={0}
        aria-label={text[which === 'from' ? 'start' : 'end']}
        aria-valuemin={0}
        aria-valuemax={Math.round(span)}
        aria-valuenow={Math.round(Math.min(span, Math.max(0, value - range.from)))}
        aria-valuetext={at === undefined ? text[which === 'from' ? 'first' : 'now'] : formatTimeOfDay(at)}
        style={{ left: `${place * 100}%` }}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          const begun = place * width;
          dragFrom(event, ({ x }) => move(range.from + ((begun + x) / Math.max(1, width)) * span));
        }}
      />
    );
  };

  const failed = timeline.failed.reduce((sum, count) => sum + count, 0);
  const most = Math.max(0, ...timeline.running);
  return (
    <fieldset class="overview" aria-label={text.label} title={text.hint} onPointerDown={onPointerDown} ref={measure}>
      <canvas
        ref={canvas}
        class="overview__picture"
        role="img"
        aria-label={text.picture(
          formatTimeOfDay(range.from),
          formatTimeOfDay(range.to),
          `${Math.round(most * 10) / 10}`,
          `${failed}`,
        )}
      />
      {left > 0 && <div class="overview__outside" style={{ left: 0, width: `${left * 100}%` }} />}
      {right < 1 && <div class="overview__outside" style={{ right: 0, width: `${(1 - right) * 100}%` }} />}
      {edge('from')}
      {edge('to')}
    </fieldset>
  );
}
