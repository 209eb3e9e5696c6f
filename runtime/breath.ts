import { macrotask } from './macrotask.ts';
import { systemClock } from './system-clock.ts';

/** How long runs without a wait may keep the event loop, in real ms, and how many at most. */
const BREATHE_MS = 5;
const BREATHE_RUNS = 1000;

/** A body that is called again and again without a wait must not freeze the page, nor keep a cancel from arriving. */
export class Breath {
  #since: number = systemClock.now();
  #runs = 0;

  async take(): Promise<void> {
    this.#runs++;
    // Counted too: a faked page clock may stand still.
    if (systemClock.now() - this.#since < BREATHE_MS && this.#runs < BREATHE_RUNS) return;
    await macrotask();
    this.#since = systemClock.now();
    this.#runs = 0;
  }
}
