import type { Redact } from '../../runtime/hub.ts';
import { HELD } from '../protocol.ts';
import type { Manner } from './encode.ts';
import { previewJson } from './preview.ts';

interface HeldValue {
  readonly ref: number;
  readonly value: unknown;
  readonly path: string;
  readonly redact: Redact | undefined;
}

/** Counted for all viewers: a viewer that is told everything anew meets no reference of before. */
let count = 0;

/** What pictures left out, and what runs ended tasks again, for one viewer: the last 200, held only while it watches. */
export class Held {
  #ring: Record<number, HeldValue> = Object.create(null);

  readonly hold = (value: unknown, path: string, redact: Redact | undefined): number => {
    this.#ring[++count % HELD] = { ref: count, value, path, redact };
    return count;
  };

  at(ref: number): HeldValue | undefined {
    const held = this.#ring[ref % HELD];
    return held?.ref === ref ? held : undefined;
  }

  clear(): void {
    this.#ring = Object.create(null);
  }

  /** A wider picture; '' for what is no longer held. */
  expand(ref: number): string {
    const held = this.at(ref);
    if (!held) return '';
    const manner: Manner = { redact: held.redact, hold: this.hold };
    // It was let pass when it was first drawn; its parts are asked about again.
    return previewJson(held.value, held.path, manner, 10);
  }
}
