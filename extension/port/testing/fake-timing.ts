import type { Timing } from '../timing.ts';

/** Time that moves only when a test says so. */
export class FakeTiming implements Timing {
  #now = 0;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  };

  get waiting(): number {
    return this.#timers.length;
  }

  /** Fires what is due within `ms`, in order of time, and what that sets. Lets messages arrive in between. */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    await settle();
    const end = this.#now + ms;
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = due.at;
      due.callback();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}
