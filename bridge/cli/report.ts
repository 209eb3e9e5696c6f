import { diagnose } from '../diagnostics/diagnose.ts';
import { type Insight, RULE_IDS, type Severity } from '../diagnostics/rule.ts';
import { WORDS } from '../diagnostics/words.ts';
import { accountingOf, type Figures } from '../model/accounting-figures.ts';
import type { ReadRecording } from '../recording/read.ts';
import { endOf, replay } from '../recording/to-model.ts';

/** What `--fail-on` may name: any failed task, any finding, findings of at least that gravity, or one rule. */
export const FAIL_ON: readonly string[] = ['failed', 'insights', 'error', 'warning', 'note', ...RULE_IDS];

const GRAVITY: Readonly<Record<Severity, number>> = { error: 2, warning: 1, note: 0 };

export interface Report {
  readonly text: string;
  /** Those of `failOn` that apply. */
  readonly failures: readonly string[];
}

/** The accounting and the findings of a recording, as Markdown or as the same in plain text. */
export function report(read: ReadRecording, markdown: boolean, failOn: readonly string[] = []): Report {
  const { model } = replay(read.recording);
  const { all, byName } = accountingOf(model.tasks.values(), endOf(read.recording) ?? 0);
  const insights = diagnose(model);
  const { counts } = model;
  const unfinished = counts.pending + counts.running;
  const parts = [
    heading('Tasks', markdown),
    `${counts.all} tasks: ${counts.success} succeeded, ${counts.error} failed, ${counts.cancelled} cancelled${unfinished > 0 ? `, ${unfinished} unfinished` : ''}.`,
    ...noticeOf(read),
    '',
    heading('Accounting', markdown),
    ...accountingLines(all),
    '',
    ...table(byName, markdown),
    '',
    heading('Insights', markdown),
    ...(insights.length === 0 ? ['None.'] : insights.flatMap((one) => insightLines(one, markdown))),
  ];
  return {
    text: `${parts.join('\n').trimEnd()}\n`,
    failures: failOn.filter((what) => applies(what, insights, counts.error)),
  };
}

function applies(what: string, insights: readonly Insight[], failed: number): boolean {
  if (what === 'failed') return failed > 0;
  if (what === 'insights') return insights.length > 0;
  if (what === 'error' || what === 'warning' || what === 'note') {
    return insights.some(({ severity }) => GRAVITY[severity] >= GRAVITY[what]);
  }
  return insights.some(({ rule }) => rule === what);
}

function noticeOf({ events, incomplete, ignored }: ReadRecording): string[] {
  return [
    ...(incomplete ? [`The file is incomplete: ${events} events were recovered.`] : []),
    ...(ignored > 0 ? [`${ignored} lines were ignored.`] : []),
  ];
}

function accountingLines(all: Figures): string[] {
  const unknown = all.unreported > 0 ? [`Retries not reported for ${all.unreported} tasks (import traced).`] : [];
  if (all.reported === 0) return [...unknown, ...(unknown.length === 0 ? ['No task ran.'] : [])];
  const { planned, real, waits } = all.backOff;
  return [
    `${(all.attempts / all.reported).toFixed(2)} attempts a task; ${all.retries} retries of ${all.retried} tasks, which paid off for ${all.paidOff}.`,
    `${waits} waits: ${ms(real)} lost in back-off, ${ms(planned)} planned.`,
    `${all.gaveUp} retryable failures gave up, of ${all.failed} failures.`,
    ...unknown,
  ];
}

function table(byName: ReadonlyMap<string, Figures>, markdown: boolean): string[] {
  const rows = [...byName]
    .sort(([a, x], [b, y]) => y.attempts - x.attempts || (a < b ? -1 : 1))
    .map(([name, figures]) => [
      name === '\0others' ? '(others)' : name,
      `${figures.tasks}`,
      figures.reported === 0 ? 'not reported' : `${figures.attempts}`,
      `${figures.failed}`,
      `${figures.gaveUp}`,
      ms(figures.backOff.real),
    ]);
  return lines(['name', 'tasks', 'attempts', 'failed', 'gave up', 'in back-off'], rows, markdown);
}

function insightLines({ rule, severity, facts }: Insight, markdown: boolean): string[] {
  const { title, why, mend } = WORDS[rule];
  const head = markdown ? `- **${title}** (${severity}, \`${rule}\`)` : `${severity.toUpperCase()} ${title} (${rule})`;
  return [head, `  ${why(facts)}`, `  ${markdown ? '*Mend:*' : 'Mend:'} ${mend}`];
}

function heading(text: string, markdown: boolean): string {
  return markdown ? `## ${text}\n` : text.toUpperCase();
}

/** A cell of a page's own making must not end a table's row, or the line. */
const cell = (text: string, markdown: boolean): string => {
  const flat = text.replace(/\s+/g, ' ');
  return markdown ? flat.replace(/[\\|`*_<>[\]]/g, '\\$&') : flat;
};

function lines(head: readonly string[], rows: readonly (readonly string[])[], markdown: boolean): string[] {
  const cells = rows.map((row) => row.map((text) => cell(text, markdown)));
  if (markdown) {
    const rule = head.map((_, at) => (at === 0 ? '---' : '---:'));
    return [head, rule, ...cells].map((row) => `| ${row.join(' | ')} |`);
  }
  const widths = head.map((text, at) => Math.max(text.length, ...cells.map((row) => row[at]?.length ?? 0)));
  return [head, ...cells].map((row) =>
    row
      .map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function ms(value: number): string {
  if (value < 1000) return `${Math.round(value)} ms`;
  return value < 120_000 ? `${(value / 1000).toFixed(1)} s` : `${(value / 60_000).toFixed(1)} min`;
}
