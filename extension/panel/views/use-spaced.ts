import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useStore } from '../store/store.ts';

/** ms between two computations at least. */
const APART = 100;
/** So many times its cost lies between two: a view takes a tenth of the time at most. */
const SHARE = 9;

/**
 * What a view works out of all tasks: brought up to date while the view is shown, with the source and with time, and the
 * more seldom the more it costs.
 */
export function useSpaced<T>(compute: () => T): ReadonlySignal<T> {
  const { feed, after } = useStore();
  const first = useRef<{ readonly value: T } | undefined>(undefined);
  first.current ??= { value: compute() };
  const value = useSignal(first.current.value);
  const latest = useRef(compute);
  latest.current = compute;
  const state = useRef<{ due: number; begun: boolean; cancel: (() => void) | undefined }>({
    due: feed.time() + APART,
    begun: false,
    cancel: undefined,
  });
  useSignalEffect(() => {
    void feed.revision.value;
    void feed.now.value;
    const now = state.current;
    // What was worked out for the first drawing is of this very moment.
    if (!now.begun) {
      now.begun = true;
      return;
    }
    const run = (): void => {
      now.cancel = undefined;
      const begun = feed.time();
      value.value = latest.current();
      now.due = feed.time() + Math.max(APART, SHARE * (feed.time() - begun));
    };
    const wait = now.due - feed.time();
    if (wait <= 0) run();
    else now.cancel ??= after(wait, run);
  });
  useEffect(() => () => state.current.cancel?.(), []);
  return value;
}
