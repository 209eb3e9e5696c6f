import type { Clock } from './clock.ts';
import type { Context } from './context.ts';

/**
 * The wait between two calls. An abort ends it at once, and is the caller's to see; a clock that rejects for a reason of its own is not
 * mistaken for one, or every call would follow the last without a wait.
 */
export async function pause(clock: Clock, ms: number, ctx: Context): Promise<void> {
  try {
    await clock.sleep(ms, ctx.signal);
  } catch (error) {
    if (!ctx.aborted) throw error;
  }
}
