import { lastBegunAt, waitingAt } from '../../../../bridge/model/slot-lanes.ts';
import { heldAfterTimeout } from '../../../../bridge/model/stretches.ts';
import type { TaskKey, TaskModel } from '../../../../bridge/model/types.ts';
import type { Paint } from '../../components/use-canvas.ts';
import { clip, spellOut } from '../../format/text.ts';
import { formatTimeOfDay } from '../../format/time-of-day.ts';
import type { Watch } from '../../present/times.ts';
import { type SpanKind, type Waterfall, waterfallOf } from '../../present/waterfall.ts';
import { AXIS, LANE, type LaneRow } from './lane-rows.ts';
import { type TimeView, ticksOf } from './time-view.ts';

/** px */
const PAD = 5;
const BAR = LANE - 2 * PAD;
/** px; below, a stay is one mark of its state's colour: its parts could not be told apart. */
const PARTS_FROM = 4;
/** px; a name needs as much, and each of its letters about so much. */
const NAME_FROM = 36;
const LETTER = 5.5;
const TICKS_APART = 110;

export interface Picture {
  readonly rows: readonly LaneRow[];
  readonly view: TimeView;
  /** px of the rows above the upper edge. */
  readonly scrollTop: number;
  readonly watchOf: (task: TaskModel) => Watch;
  readonly selected: TaskKey | undefined;
  /** What the filter shows; undefined: everything. The others stand back. */
  readonly shown: ReadonlySet<TaskModel> | undefined;
  /** The moment that is asked about, epoch ms. */
  readonly cursor: number | undefined;
  /** The line that the keys are in. */
  readonly focused: number | undefined;
}

/** The parts of ended tasks do not change: they are worked out once. */
const parts = new WeakMap<TaskModel, Waterfall>();

function partsOf(task: TaskModel, watch: Watch): Waterfall {
  const known = parts.get(task);
  if (known !== undefined) return known;
  const found = waterfallOf(task, watch);
  if (task.endedAt !== undefined) parts.set(task, found);
  return found;
}

const COLORS: Readonly<Record<Exclude<SpanKind, 'wait' | 'backoff'>, `--tl-${string}`>> = {
  ok: '--tl-attempt-ok',
  fail: '--tl-attempt-fail',
  run: '--tl-attempt-run',
  off: '--tl-attempt-off',
};

const kindOf = (task: TaskModel): keyof typeof COLORS =>
  task.state === 'success' ? 'ok' : task.state === 'error' ? 'fail' : task.state === 'cancelled' ? 'off' : 'run';

/** A painter of one frame; its colours are read once. */
class Painter {
  readonly #context: CanvasRenderingContext2D;
  readonly #width: number;
  readonly #height: number;
  readonly #picture: Picture;
  readonly #color: (token: `--tl-${string}`) => string;
  readonly #perMs: number;

  constructor({ context, width, height, color }: Paint, picture: Picture) {
    const colors = new Map<string, string>();
    this.#context = context;
    this.#width = width;
    this.#height = height;
    this.#picture = picture;
    this.#perMs = width / picture.view.span;
    this.#color = (token) => {
      const known = colors.get(token) ?? color(token);
      colors.set(token, known);
      return known;
    };
  }

  paint(): void {
    const { rows, scrollTop, cursor, focused } = this.#picture;
    const context = this.#context;
    context.font = `11px ${this.#color('--tl-font')}`;
    context.textBaseline = 'middle';
    this.#grid();
    const first = Math.max(0, Math.floor(scrollTop / LANE));
    for (let index = first; index < rows.length; index += 1) {
      const top = AXIS + index * LANE - scrollTop;
      if (top > this.#height) break;
      const row = rows[index];
      if (row === undefined) continue;
      if (index === focused) {
        context.fillStyle = this.#color('--tl-bg-hover');
        context.fillRect(0, top, this.#width, LANE);
      }
      if (row.kind === 'waiting') this.#queue(row, top);
      else this.#lane(row.lane.stays, top, row.lane.slot === undefined);
      context.fillStyle = this.#color('--tl-line');
      context.fillRect(0, top + LANE - 1, this.#width, 1);
    }
    this.#axis();
    if (cursor !== undefined) {
      context.fillStyle = this.#color('--tl-accent');
      context.fillRect(Math.round(this.#x(cursor)), 0, 1, this.#height);
    }
  }

  #x(at: number): number {
    return (at - this.#picture.view.from) * this.#perMs;
  }

  #grid(): void {
    this.#context.fillStyle = this.#color('--tl-line');
    for (const at of ticksOf(this.#picture.view, this.#width, TICKS_APART).at)
      this.#context.fillRect(Math.round(this.#x(at)), 0, 1, this.#height);
  }

  /** Above the lanes, which may be scrolled below it. */
  #axis(): void {
    const context = this.#context;
    const { step, at: ticks } = ticksOf(this.#picture.view, this.#width, TICKS_APART);
    context.fillStyle = this.#color('--tl-bg-head');
    context.fillRect(0, 0, this.#width, AXIS - 1);
    context.fillStyle = this.#color('--tl-line-strong');
    context.fillRect(0, AXIS - 1, this.#width, 1);
    for (const at of ticks) {
      const x = Math.round(this.#x(at));
      context.fillStyle = this.#color('--tl-line-strong');
      context.fillRect(x, 0, 1, AXIS - 1);
      context.fillStyle = this.#color('--tl-text-2');
      const time = formatTimeOfDay(at);
      context.fillText(step < 1000 ? time : time.slice(0, 8), x + 4, AXIS / 2);
    }
  }

  #lane(stays: readonly TaskModel[], top: number, overlapping: boolean): void {
    const { view, watchOf, selected, shown } = this.#picture;
    const until = view.from + view.span;
    let drawnTo = Number.NEGATIVE_INFINITY;
    for (let at = overlapping ? 0 : Math.max(0, lastBegunAt(stays, view.from)); at < stays.length; at += 1) {
      const task = stays[at];
      if (task?.startedAt === undefined) continue;
      if (task.startedAt > until) break;
      const watch = watchOf(task);
      const end = task.endedAt ?? (watch.connected ? watch.now : task.startedAt);
      if (end < view.from) continue;
      const left = this.#x(task.startedAt);
      const right = this.#x(end);
      this.#context.globalAlpha = shown === undefined || shown.has(task) ? 1 : 0.25;
      if (right - left >= PARTS_FROM) this.#stay(task, watch, left, right, top);
      else if (right > drawnTo || task.state === 'error') {
        // Many in one px: one that failed is seen among them.
        this.#context.fillStyle = this.#color(COLORS[kindOf(task)]);
        this.#context.fillRect(left, top + PAD, Math.max(1, right - left), BAR);
      }
      drawnTo = Math.max(drawnTo, left + 1, right);
      if (task.key === selected) this.#outline(left, right, top);
    }
    this.#context.globalAlpha = 1;
  }

  #stay(task: TaskModel, watch: Watch, left: number, right: number, top: number): void {
    const context = this.#context;
    const { spans, timeouts } = partsOf(task, watch);
    let named: readonly [number, number] | undefined;
    for (const { kind, from, to } of spans) {
      if (kind === 'wait') continue;
      const x = Math.max(-2, this.#x(from));
      const width = Math.min(this.#width + 2, this.#x(to)) - x;
      if (width <= 0) continue;
      if (kind === 'backoff') {
        this.#dashed(x, top + PAD, width);
        continue;
      }
      context.fillStyle = this.#color(COLORS[kind]);
      context.fillRect(x, top + PAD, Math.max(1, width), BAR);
      if (named === undefined || width > named[1]) named = [x, width];
    }
    for (const { from, to } of timeouts.length > 0 ? heldAfterTimeout(task, watch.now) : [])
      this.#overstayed(this.#x(from), this.#x(to), top + PAD);
    context.fillStyle = this.#color('--tl-timeout');
    for (const at of timeouts) context.fillRect(Math.round(this.#x(at)) - 1, top + 1, 2, LANE - 3);
    if (named !== undefined && named[1] >= NAME_FROM) this.#name(task.name, named[0], named[1], top);
    else if (right - left >= NAME_FROM && named === undefined) this.#name(task.name, left, right - left, top);
  }

  #name(name: string, left: number, width: number, top: number): void {
    const context = this.#context;
    const from = Math.max(0, left);
    const room = Math.min(this.#width, left + width) - from - 8;
    if (room < NAME_FROM - 8) return;
    context.fillStyle = this.#color('--tl-bg');
    context.fillText(spellOut(clip(name, Math.floor(room / LETTER))), from + 4, top + LANE / 2, room);
  }

  #dashed(left: number, top: number, width: number): void {
    const context = this.#context;
    if (width < 3) {
      context.fillStyle = this.#color('--tl-backoff');
      context.fillRect(left, top + BAR / 2 - 1, Math.max(1, width), 2);
      return;
    }
    context.strokeStyle = this.#color('--tl-backoff');
    context.lineWidth = 1;
    context.setLineDash([3, 3]);
    context.strokeRect(Math.round(left) + 0.5, top + 0.5, Math.max(1, Math.round(width) - 1), BAR - 1);
    context.setLineDash([]);
  }

  /** The body runs on although its timeout has fired: hatched. */
  #overstayed(left: number, right: number, top: number): void {
    const context = this.#context;
    const from = Math.max(0, left);
    const to = Math.min(this.#width, right);
    if (to - from < 1) return;
    context.save();
    context.beginPath();
    context.rect(from, top, to - from, BAR);
    context.clip();
    context.strokeStyle = this.#color('--tl-timeout');
    context.lineWidth = 1.5;
    context.beginPath();
    for (let x = from - BAR - ((from - BAR) % 6); x < to; x += 6) {
      context.moveTo(x, top + BAR);
      context.lineTo(x + BAR, top);
    }
    context.stroke();
    context.restore();
  }

  #outline(left: number, right: number, top: number): void {
    const context = this.#context;
    context.strokeStyle = this.#color('--tl-text');
    context.lineWidth = 2;
    context.strokeRect(
      Math.max(-2, left - 2),
      top + PAD - 2,
      Math.min(this.#width + 4, right + 2) - Math.max(-2, left - 2),
      BAR + 4,
    );
  }

  /** How many wait, at each px. */
  #queue({ of }: Extract<LaneRow, { kind: 'waiting' }>, top: number): void {
    const context = this.#context;
    const { view } = this.#picture;
    const counts = Array.from({ length: Math.ceil(this.#width) + 1 }, (_, x) =>
      waitingAt(of, view.from + x / this.#perMs),
    );
    const most = Math.max(...counts);
    if (most === 0) return;
    const y = (count: number): number => top + LANE - 3 - (count / most) * (LANE - 8);
    context.beginPath();
    for (const [x, count] of counts.entries()) {
      if (x === 0) context.moveTo(0, y(count));
      context.lineTo(x, y(count));
    }
    context.strokeStyle = this.#color('--tl-pending');
    context.lineWidth = 1.5;
    context.stroke();
    context.lineTo(this.#width, top + LANE - 2);
    context.lineTo(0, top + LANE - 2);
    context.globalAlpha = 0.18;
    context.fillStyle = this.#color('--tl-pending');
    context.fill();
    context.globalAlpha = 1;
    const label = `${most}`;
    const width = context.measureText(label).width;
    context.fillStyle = this.#color('--tl-bg');
    context.fillRect(2, top + 3, width + 4, 14);
    context.fillStyle = this.#color('--tl-text-2');
    context.fillText(label, 4, top + 10);
  }
}

/** One frame of the swimlanes. */
export function drawLanes(paint: Paint, picture: Picture): void {
  new Painter(paint, picture).paint();
}
