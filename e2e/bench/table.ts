import type { Goal, Row } from '../../runtime/bench/row.ts';

/** A row as it is written to a file. */
export interface Outcome {
  readonly id: string;
  readonly what: string;
  readonly value: number | null;
  readonly unit: string;
  readonly goal: string | null;
  /** null: no goal, or not measured. */
  readonly met: boolean | null;
  readonly spread: readonly [number, number] | null;
  readonly why?: string;
}

const worded = (goal: Goal): string => ('atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`);

const meets = (value: number, goal: Goal): boolean => ('atMost' in goal ? value <= goal.atMost : value >= goal.atLeast);

/**
 * Holds a row against its goal.
 * @throws Error for a figure outside its plausible range: then the bench is broken, and the figure no win.
 */
export function judge(row: Row): Outcome {
  const { id, what, unit, goal } = row;
  const base = { id, what, unit, goal: goal ? worded(goal) : null };
  if ('unmeasured' in row) return { ...base, value: null, met: null, spread: null, why: row.unmeasured };
  const [least, most] = row.plausible;
  if (!(row.value >= least && row.value <= most)) {
    throw new Error(`${id}: ${row.value} ${unit} is outside the plausible ${least} to ${most}: the bench is broken`);
  }
  return { ...base, value: row.value, met: goal ? meets(row.value, goal) : null, spread: row.spread };
}

/** Three significant digits, thousands apart. */
function figure(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return Math.abs(rounded) >= 1_000 ? rounded.toLocaleString('en').replaceAll(',', ' ') : String(rounded);
}

/** The outcomes as one table, for a screen or a Markdown file. */
export function table(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ what, value, unit, goal, met, spread, why }) => [
    what,
    value === null ? `not measured: ${why ?? ''}` : `${figure(value)} ${unit}`,
    goal ?? '',
    met === null ? '' : met ? 'met' : 'NOT met',
    spread ? `${figure(spread[0])} – ${figure(spread[1])}` : '',
  ]);
  const all = [['what', 'value', 'goal', 'met', 'spread (quartiles)'], ...lines];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  const drawn = all.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [drawn[0], rule, ...drawn.slice(1)].join('\n');
}
