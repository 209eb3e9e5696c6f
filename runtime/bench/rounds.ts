import { performance } from 'node:perf_hooks';

/** Does its work once and checks that all of it was done; what it returns is not timed. */
export type Contender = () => Promise<void>;

export interface Samples {
  /** ms of each round, in their order. */
  readonly times: readonly number[];
}

function quantile(sorted: readonly number[], at: number): number {
  const position = (sorted.length - 1) * at;
  const low = sorted[Math.floor(position)] ?? Number.NaN;
  const high = sorted[Math.ceil(position)] ?? Number.NaN;
  return low + (high - low) * (position - Math.floor(position));
}

/** The median and its quartiles. */
export function middle(values: readonly number[]): { value: number; spread: readonly [number, number] } {
  const sorted = [...values].sort((a, b) => a - b);
  return { value: quantile(sorted, 0.5), spread: [quantile(sorted, 0.25), quantile(sorted, 0.75)] };
}

/**
 * The ratio of two contenders, taken round by round (what disturbs the machine for a while disturbs both), then its
 * median and quartiles.
 */
export function ratio(ours: Samples, theirs: Samples): { value: number; spread: readonly [number, number] } {
  return middle(ours.times.map((time, round) => time / (theirs.times[round] ?? Number.NaN)));
}

/**
 * Runs every contender once a round, in an order that turns with the rounds, so that none always runs behind the same other. The
 * first `warmUp` rounds are thrown away. Resolves to what gives a contender's samples by its name.
 */
export async function alternate<K extends string>(
  contenders: readonly (readonly [name: K, run: Contender])[],
  rounds: number,
  warmUp = Math.ceil(rounds / 5),
): Promise<(name: K) => Samples> {
  const times = new Map<K, number[]>(contenders.map(([name]) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    const first = (round + warmUp) % contenders.length;
    for (const [name, run] of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const start = performance.now();
      await run();
      const time = performance.now() - start;
      if (round >= 0) times.get(name)?.push(time);
    }
  }
  return (name) => ({ times: times.get(name) ?? [] });
}
