/** Where the ports' back-off takes its timers from. Every start returns its stop. */
export interface Timing {
  readonly after: (ms: number, callback: () => void) => () => void;
}

export const systemTiming: Timing = {
  after(ms, callback) {
    const handle = setTimeout(callback, ms);
    return () => clearTimeout(handle);
  },
};
