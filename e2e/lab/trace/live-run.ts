import type { ReadonlySignal } from '@preact/signals';
import { effect, signal } from '@preact/signals';
import { clearPanel } from '../shell/dock.tsx';
import type { Frame, Pace, Run } from './stage.ts';
import { EMPTY_FRAME, play, runAtOnce } from './stage.ts';

export interface LiveRun {
  readonly frame: ReadonlySignal<Frame>;
  /** Runs the same once more. */
  readonly again: () => void;
  readonly stop: () => void;
}

export interface LiveRunOptions<V> {
  readonly run: (values: V) => Run;
  readonly pace: (values: V) => Pace;
  /** The same run for the panel, where `run` keeps more than the trace. Default: `run`. */
  readonly shown?: (values: V) => Run;
}

/** ms: a slider that is drawn would else fill the panel with the runs that it passed. */
const QUIET = 250;

/**
 * Runs anew whenever a setting changes; what is shown stays until the new run has something to show. The panel sees the run that stays: a
 * run at once is repeated for it when nothing changed for a moment, in place of the one before.
 */
export function createLiveRun<V>(values: ReadonlySignal<V>, options: LiveRunOptions<V>): LiveRun {
  const frame = signal<Frame>(EMPTY_FRAME);
  const count = signal(0);
  let quiet = 0;
  const stop = effect(() => {
    count.value;
    const now = values.value;
    const pace = options.pace(now);
    frame.value = { ...frame.peek(), running: true };
    const end = play(options.run(now), pace, (next) => {
      frame.value = next;
    });
    if (pace !== Number.POSITIVE_INFINITY) {
      clearPanel();
      return end;
    }
    const timer = setTimeout(() => {
      clearPanel();
      // What is refused is told by the run that is drawn.
      runAtOnce((options.shown ?? options.run)(now), true).catch(() => {});
    }, quiet);
    quiet = QUIET;
    return () => {
      clearTimeout(timer);
      end();
    };
  });
  return {
    frame,
    again: () => {
      count.value += 1;
    },
    stop,
  };
}
