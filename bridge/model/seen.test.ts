import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Seen } from './seen.ts';

describe('which events of a stream have arrived', () => {
  it('bridge 11: an event counts once, in whatever order it comes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 })), (seqs) => {
        const seen = new Seen();
        const before = new Set<number>();
        for (const seq of seqs) {
          expect(seen.take(seq)).toBe(!before.has(seq));
          before.add(seq);
        }
        expect(seen.highest).toBe(Math.max(0, ...seqs));
      }),
    );
  });

  it('D19: what the sender dropped is missing until it comes after all', () => {
    const seen = new Seen();
    seen.take(1);
    seen.skip(2, 5);
    expect(seen.missing).toBe(4);
    expect(seen.take(4)).toBe(true);
    expect(seen.take(4)).toBe(false);
    expect(seen.missing).toBe(3);
    expect(seen.take(6)).toBe(true);
  });

  it('bridge 3: the first snapshot misses nothing, whatever its numbers; a later one does', () => {
    const seen = new Seen();
    for (const seq of [1, 5, 9, 2]) seen.take(seq);
    seen.settle(10);
    expect(seen.missing).toBe(0);
    expect(seen.take(11)).toBe(true);
    seen.take(14);
    seen.settle(15);
    expect(seen.missing).toBe(3);
    expect(seen.take(12)).toBe(false);
  });

  it('a page cannot make it grow without end', () => {
    const seen = new Seen();
    for (let seq = 2; seq < 900_000; seq += 2) seen.take(seq);
    for (let n = 0; n < 5_000; n++) seen.skip(1e6 + n * 10, 1e6 + n * 10 + 3);
    seen.skip(1, Number.MAX_SAFE_INTEGER - 1);
    expect(seen.highest).toBe(Number.MAX_SAFE_INTEGER - 1);
  });
});
