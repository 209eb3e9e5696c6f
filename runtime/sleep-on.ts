import { type AbortTarget, linkAbort, unlinkAbort } from './abort-links.ts';
import type { Clock } from './clock.ts';

/** `Clock.sleep` made of a clock's own timers: whatever way it ends, no timer and no listener is left. */
export function sleepOn(
  clock: Pick<Clock, 'setTimer' | 'clearTimer'>,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const target: AbortTarget = {
      onAbort(aborted) {
        clock.clearTimer(timer);
        reject(aborted.reason);
      },
    };
    const timer = clock.setTimer(() => {
      if (signal) unlinkAbort(signal, target);
      resolve();
    }, ms);
    if (signal) linkAbort(signal, target);
  });
}
