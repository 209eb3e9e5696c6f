import type { Signal } from '@preact/signals';
import { lastBegunAt } from '../../../../bridge/model/slot-lanes.ts';
import type { TaskModel } from '../../../../bridge/model/types.ts';
import { AXIS, LANE, stayNear } from './lane-rows.ts';
import type { SlotsData } from './slots-data.ts';
import { panned, showing, type TimeView, zoomed } from './time-view.ts';

/** px that the pointer must move before it is a drag, and that it may miss a short stay by. */
const SLACK = 3;
const ZOOM = 1.5;
const WHEEL = 0.0022;

interface LaneInputOptions {
  readonly data: () => SlotsData;
  /** What is seen now. */
  readonly seen: () => TimeView | undefined;
  readonly view: Signal<TimeView | undefined>;
  readonly cursor: Signal<number | undefined>;
  readonly focused: Signal<number | undefined>;
  readonly scrollTop: () => number;
  /** px of the picture. */
  readonly width: () => number;
  readonly choose: (task: TaskModel) => void;
  readonly chosen: () => TaskModel | undefined;
  readonly open: () => void;
  readonly scrollToRow: (index: number) => void;
}

export interface LaneInput {
  readonly onWheel: (event: WheelEvent & { readonly currentTarget: HTMLElement }) => void;
  readonly onPointerDown: (event: PointerEvent & { readonly currentTarget: HTMLElement }) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly zoom: (closer: boolean) => void;
  readonly whole: () => void;
}

/** What pointer and keys do to the swimlanes: pan, zoom, and choose a task. */
export function laneInput(options: LaneInputOptions): LaneInput {
  const { data, seen, view, cursor, focused, scrollTop, width, choose, chosen, open, scrollToRow } = options;

  const change = (next: (from: TimeView, range: NonNullable<SlotsData['range']>) => TimeView): void => {
    const from = seen();
    const { range } = data();
    if (from !== undefined && range !== undefined) view.value = next(from, range);
  };
  const timeAt = (x: number): number | undefined => {
    const from = seen();
    return from === undefined ? undefined : from.from + (x / Math.max(1, width())) * from.span;
  };
  const zoomAt = (factor: number, at: number | undefined): void => {
    if (at !== undefined) change((from, range) => zoomed(from, factor, at, range));
  };
  const zoom = (closer: boolean): void => {
    const from = seen();
    const { range } = data();
    if (from === undefined || range === undefined) return;
    const at = cursor.peek();
    const within = at !== undefined && at >= from.from && at <= from.from + from.span;
    zoomAt(closer ? 1 / ZOOM : ZOOM, within ? at : from.from + from.span / 2);
  };
  const whole = (): void => {
    view.value = undefined;
  };
  const look = (task: TaskModel): void => {
    choose(task);
    const { startedAt, endedAt } = task;
    if (startedAt === undefined) return;
    cursor.value = startedAt;
    change((from, range) => showing(from, startedAt, endedAt ?? range.to, range));
  };
  const press = (x: number, y: number): void => {
    const at = timeAt(x);
    const from = seen();
    if (at === undefined || from === undefined) return;
    cursor.value = at;
    if (y < AXIS) return;
    const index = Math.floor((y - AXIS + scrollTop()) / LANE);
    const row = data().rows[index];
    if (row === undefined) return;
    focused.value = index;
    if (row.kind === 'waiting') return;
    const slack = (SLACK * from.span) / Math.max(1, width());
    const task = stayNear(row.lane, at, slack, data().untilOf(row.of.runtime.key));
    if (task !== undefined) choose(task);
  };
  const step = (by: 1 | -1): void => {
    const row = data().rows[focused.peek() ?? 0];
    const from = seen();
    if (row === undefined || from === undefined) return;
    if (row.kind === 'waiting') {
      cursor.value = (cursor.peek() ?? from.from) + by * from.span * 0.01;
      return;
    }
    const { stays } = row.lane;
    const task = chosen();
    const here = task === undefined ? -1 : stays.indexOf(task);
    const at = cursor.peek() ?? (by === 1 ? from.from : from.from + from.span);
    const near = lastBegunAt(stays, at);
    const next = stays[here !== -1 ? here + by : by === 1 ? near + 1 : near];
    if (next !== undefined) look(next);
  };
  const toRow = (by: number): void => {
    const { rows } = data();
    const now = focused.peek();
    const index = Math.min(rows.length - 1, Math.max(0, now === undefined ? 0 : now + by));
    focused.value = index;
    scrollToRow(index);
  };

  return {
    zoom,
    whole,
    onWheel(event) {
      const box = event.currentTarget.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoomAt(Math.exp(event.deltaY * WHEEL * (event.deltaMode === 0 ? 1 : 20)), timeAt(event.clientX - box.left));
        return;
      }
      const by = event.deltaX !== 0 ? event.deltaX : event.shiftKey ? event.deltaY : 0;
      if (by === 0) return;
      event.preventDefault();
      change((from, range) => panned(from, (by * from.span) / Math.max(1, width()), range));
    },
    onPointerDown(event) {
      if (event.button !== 0) return;
      const element = event.currentTarget;
      const box = element.getBoundingClientRect();
      const from = seen();
      let dragged = false;
      element.setPointerCapture(event.pointerId);
      const move = (now: PointerEvent): void => {
        const by = now.clientX - event.clientX;
        dragged ||= Math.abs(by) > SLACK;
        if (!dragged || from === undefined) return;
        change((_, range) => panned(from, (-by * from.span) / Math.max(1, width()), range));
      };
      const end = (up: PointerEvent): void => {
        element.removeEventListener('pointermove', move);
        element.removeEventListener('pointerup', end);
        element.removeEventListener('pointercancel', end);
        if (!dragged && up.type === 'pointerup') press(event.clientX - box.left, event.clientY - box.top);
      };
      element.addEventListener('pointermove', move);
      element.addEventListener('pointerup', end);
      element.addEventListener('pointercancel', end);
    },
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const actions: Partial<Record<string, () => void>> = {
        ArrowRight: () => step(1),
        ArrowLeft: () => step(-1),
        ArrowDown: () => toRow(1),
        ArrowUp: () => toRow(-1),
        PageDown: () => change((from, range) => panned(from, from.span * 0.8, range)),
        PageUp: () => change((from, range) => panned(from, -from.span * 0.8, range)),
        Home: () => change((from, range) => panned(from, range.from - from.from, range)),
        End: () => change((from, range) => panned(from, range.to - from.from, range)),
        '+': () => zoom(true),
        '=': () => zoom(true),
        '-': () => zoom(false),
        '0': whole,
        Enter: open,
      };
      const action = actions[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    },
  };
}
