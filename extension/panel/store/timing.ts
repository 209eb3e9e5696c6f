/** Where the panel takes time and frames from. Every start returns its stop. */
export interface Timing {
  /** Epoch ms */
  readonly now: () => number;
  /** Calls back before the next paint, which never comes while the document is hidden. */
  readonly onFrame: (callback: () => void) => () => void;
  readonly after: (ms: number, callback: () => void) => () => void;
}

export const systemTiming: Timing = {
  now: () => Date.now(),
  onFrame(callback) {
    const handle = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(handle);
  },
  after(ms, callback) {
    const handle = setTimeout(callback, ms);
    return () => clearTimeout(handle);
  },
};
