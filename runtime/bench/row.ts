/** The bound that the specification sets for a figure. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One figure of the table, measured, or the reason why it could not be. */
export type Row = {
  readonly id: string;
  readonly what: string;
  readonly unit: string;
  readonly goal?: Goal;
} & (
  | {
      readonly value: number;
      /** First and third quartile of what `value` is the median of. */
      readonly spread: readonly [low: number, high: number];
      /** Outside it the bench itself is broken: an error, not a win. */
      readonly plausible: readonly [least: number, most: number];
    }
  | { readonly unmeasured: string }
);

/** Rows that come out of one run, ours and its peers side by side. */
export interface Suite {
  readonly id: string;
  readonly group: 'runtime' | 'bridge' | 'panel';
  readonly measure: () => Promise<readonly Row[]>;
}
