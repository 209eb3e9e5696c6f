/** Values over time, in bars of one width. */
export interface Bars {
  /** ms of a bar. */
  readonly width: number;
  readonly values: readonly number[];
}

/** At most so many bars: some bins of a timeline together, as their sum or their average. */
export function barsOf(bins: readonly number[], width: number, most: number, of: 'sum' | 'average'): Bars {
  const each = Math.max(1, Math.ceil(bins.length / most));
  const values: number[] = [];
  for (let at = 0; at < bins.length; at += each) {
    const some = bins.slice(at, at + each);
    const sum = some.reduce((total, value) => total + value, 0);
    values.push(of === 'sum' ? sum : sum / some.length);
  }
  return { width: width * each, values };
}

/** Bars as one path in a box of `values.length` × 100 units, `most` being its height; each as wide as a share of its place. */
export function barsPath(values: readonly number[], most: number, share: number): string {
  const scale = 100 / Math.max(most, Number.MIN_VALUE);
  return values
    .map((value, at) =>
      value > 0 ? `M${round(at + (1 - share) / 2)} 100V${round(100 - value * scale)}h${share}V100z` : '',
    )
    .join('');
}

/** Levels as one stepped line in the same box, a little inside of it so that the line is seen at its edges. */
export function stepsPath(values: readonly number[], most: number): string {
  const scale = 96 / Math.max(most, Number.MIN_VALUE);
  return values.map((value, at) => `${at === 0 ? 'M' : 'L'}${at} ${round(98 - value * scale)}h1`).join('');
}

const round = (y: number): number => Math.round(y * 10) / 10;
