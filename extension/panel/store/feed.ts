import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { Model } from '../../../bridge/model/model.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import type { Watch } from '../present/times.ts';
import type { PanelSource, SourceStatus } from '../source.ts';
import type { Timing } from './timing.ts';

/** What the source has, as signals that change at most once a frame and never while the panel is hidden. */
export interface Feed {
  /** Rises when there is something new to draw; read it, then read `model`. */
  readonly revision: ReadonlySignal<number>;
  readonly model: Model;
  readonly status: ReadonlySignal<SourceStatus>;
  /** Epoch ms; moves with every paint and, while something runs, ten times a second. */
  readonly now: ReadonlySignal<number>;
  /** The time by which a task's figures are told. */
  readonly watchOf: (task: TaskModel) => Watch;
  /** The clock that paints are paced by, ms. */
  readonly time: () => number;
  /** What an order of the rows cost, ms: paints keep so far apart that it stays a small share of the time. */
  readonly slowDown: (cost: number) => void;
  readonly setVisible: (visible: boolean) => void;
  readonly stop: () => void;
}

/** Often enough for a figure with one decimal of a second. */
const TICK = 100;

/** ms */
const FRAME = 16;
/** So many times its cost lies between two orderings. */
const SHARE = 4;

/**
 * ms between two paints. Looking through the tasks costs up to 0.1 µs each, and a µs in the worst case: so it stays a
 * small share of the time. Below a frame there is nothing to hold back.
 */
const paintInterval = (tasks: number): number => (tasks / 1000 < FRAME ? 0 : tasks / 1000);

export function createFeed(source: PanelSource, timing: Timing): Feed {
  const revision = signal(0);
  const status = signal(source.status);
  const present = source.now ?? timing.now;
  const now = signal(present());
  let visible = true;
  let dirty = false;
  let lastPaint = Number.NEGATIVE_INFINITY;
  let cost = 0;
  let cancelFrame: (() => void) | undefined;
  let cancelTick: (() => void) | undefined;

  const paint = (): void => {
    cancelFrame = undefined;
    const at = timing.now();
    if (at >= lastPaint && at - lastPaint < Math.max(paintInterval(source.model.tasks.size), SHARE * cost)) {
      cancelFrame = timing.onFrame(paint);
      return;
    }
    lastPaint = at;
    dirty = false;
    cost = 0;
    batch(() => {
      revision.value += 1;
      status.value = source.status;
      now.value = present();
    });
    arm();
  };
  const request = (): void => {
    dirty = true;
    if (visible) cancelFrame ??= timing.onFrame(paint);
  };
  const tick = (): void => {
    cancelTick = undefined;
    now.value = present();
    arm();
  };
  const arm = (): void => {
    const { pending, running } = source.model.counts;
    if (visible && source.status.state === 'live' && pending + running > 0) cancelTick ??= timing.after(TICK, tick);
  };
  const rest = (): void => {
    cancelFrame?.();
    cancelFrame = undefined;
    cancelTick?.();
    cancelTick = undefined;
  };

  const unsubscribe = source.subscribe(request);
  arm();
  return {
    revision,
    model: source.model,
    status,
    now,
    watchOf: (task) => ({
      now: now.peek(),
      connected: source.model.sessions.get(task.session)?.connected ?? true,
    }),
    time: timing.now,
    slowDown(ms) {
      // Less than a frame's tenth holds nothing back.
      cost = ms < FRAME / 10 ? 0 : ms;
    },
    setVisible(next) {
      if (next === visible) return;
      visible = next;
      rest();
      if (!visible) return;
      if (dirty) cancelFrame = timing.onFrame(paint);
      arm();
    },
    stop() {
      visible = false;
      unsubscribe();
      rest();
    },
  };
}
