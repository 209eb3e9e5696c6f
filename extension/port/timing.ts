/** Where the ports' back-off takes its timers from. Every start returns its stop. */
export interface Timing {
  readonly after: (ms: number, callback: () => void) => () => void;
  /** Epoch ms. */
  readonly now: () => number;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  after(ms, callback) {
    const handle = setTimeout(callback, ms);
    return () => clearTimeout(handle);
  },
};
