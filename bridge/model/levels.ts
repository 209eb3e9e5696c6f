/**
 * How many of something there were, on average, in each bin of time. An interval fills its first and last bin in part and
 * those between them whole; the whole ones are kept as steps, so that a long interval costs no more than a short one.
 */
export interface Levels {
  /** ms; `to` undefined: it goes on. The same again with -1 takes it off without a trace. */
  readonly add: (from: number, to: number | undefined, sign: 1 | -1) => void;
  /** The averages of the bins `first` to `last`. */
  readonly read: (first: number, last: number) => number[];
  /** The bins in which something begins or ends, in no order; where it ends at the very edge of a bin, not that one. */
  readonly bins: () => Iterable<number>;
  /** How many go on. */
  readonly open: () => number;
}

/** ms are summed up in whole µs. */
const MICRO = 1000;

export function createLevels(width: number): Levels {
  const areas = new Map<number, number>();
  const steps = new Map<number, number>();
  let open = 0;
  return {
    add(from, to, sign) {
      const first = Math.floor(from / width);
      if (to === undefined) {
        open += sign;
        bump(areas, first, sign * Math.round(((first + 1) * width - from) * MICRO));
        bump(steps, first + 1, sign);
        return;
      }
      const last = Math.floor(to / width);
      if (first === last) {
        bump(areas, first, sign * Math.round((to - from) * MICRO));
        return;
      }
      bump(areas, first, sign * Math.round(((first + 1) * width - from) * MICRO));
      bump(steps, first + 1, sign);
      bump(steps, last, -sign);
      bump(areas, last, sign * Math.round((to - last * width) * MICRO));
    },
    read(first, last) {
      let level = 0;
      for (const [bin, step] of steps) if (bin < first) level += step;
      const read: number[] = [];
      for (let bin = first; bin <= last; bin += 1) {
        level += steps.get(bin) ?? 0;
        read.push(level + (areas.get(bin) ?? 0) / MICRO / width);
      }
      return read;
    },
    bins: () => areas.keys(),
    open: () => open,
  };
}

export function bump(map: Map<number, number>, at: number, by: number): void {
  const sum = (map.get(at) ?? 0) + by;
  if (sum === 0) map.delete(at);
  else map.set(at, sum);
}
