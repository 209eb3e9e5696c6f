import type { ReadonlySignal } from '@preact/signals';
import { effect, signal } from '@preact/signals';
import type { Frame, Pace, Run } from './stage.ts';
import { EMPTY_FRAME, play } from './stage.ts';

export interface LiveRun {
  readonly frame: ReadonlySignal<Frame>;
  /** Runs the same once more. */
  readonly again: () => void;
  readonly stop: () => void;
}

/** Runs anew whenever a setting changes; what is shown stays until the new run has something to show. */
export function createLiveRun<V>(
  values: ReadonlySignal<V>,
  runOf: (values: V) => Run,
  paceOf: (values: V) => Pace,
  onStart?: () => void,
): LiveRun {
  const frame = signal<Frame>(EMPTY_FRAME);
  const count = signal(0);
  const stop = effect(() => {
    count.value;
    const now = values.value;
    onStart?.();
    frame.value = { ...frame.peek(), running: true };
    return play(runOf(now), paceOf(now), (next) => {
      frame.value = next;
    });
  });
  return {
    frame,
    again: () => {
      count.value += 1;
    },
    stop,
  };
}
