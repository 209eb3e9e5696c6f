import type { Redact } from '../../runtime/hub.ts';
import type { Manner } from './encode.ts';
import { previewJson } from './preview.ts';

const MOST = 200;

interface HeldValue {
  readonly ref: number;
  readonly value: unknown;
  readonly path: string;
  readonly redact: Redact | undefined;
}

/** Counted for all viewers: a viewer that is told everything anew meets no reference of before. */
let count = 0;

/** What pictures left out, for one viewer: the last 200 values, held only while it watches. */
export class Held {
  readonly #ring: Record<number, HeldValue> = Object.create(null);

  readonly hold = (value: unknown, path: string, redact: Redact | undefined): number => {
    this.#ring[++count % MOST] = { ref: count, value, path, redact };
    return count;
  };

  /** A wider picture; '' for what is no longer held. */
  expand(ref: number): string {
    const held = this.#ring[ref % MOST];
    if (held?.ref !== ref) return '';
    const manner: Manner = { redact: held.redact, hold: this.hold };
    // It was let pass when it was first drawn; its parts are asked about again.
    return previewJson(held.value, held.path, manner, 10);
  }
}
