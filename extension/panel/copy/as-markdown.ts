import type { Model } from '../../../bridge/model/model.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { list as LIST } from '../../locales/en/list.ts';
import { task as TASK } from '../../locales/en/task.ts';
import { formatDuration } from '../format/duration.ts';
import { spellOut } from '../format/text.ts';
import { attemptsText, usedFallback } from '../present/attempts.ts';
import { errorLine } from '../present/error.ts';
import { errorChain } from '../present/error-chain.ts';
import { layerText } from '../present/layers.ts';
import { stateText } from '../present/outcome.ts';
import { type RuntimeLabels, runtimeLabels } from '../present/runtime-labels.ts';
import { ranFor, waitedFor } from '../present/times.ts';
import { notRetriedText } from '../present/why.ts';

/** Fences and code spans are longer than any run of backticks inside: a text cannot leave them. */
const fenceFor = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));

/** A text of the app in a line of Markdown: as code, so that nothing in it is markup. */
function code(text: string): string {
  const visible = spellOut(text);
  const fence = fenceFor(visible, 1);
  const pad = visible.startsWith('`') || visible.endsWith('`') || visible === '' ? ' ' : '';
  return `${fence}${pad}${visible}${pad}${fence}`;
}

/** The same in a cell of a table, where a bar would end it. */
const cell = (text: string): string => code(text).replaceAll('|', '\\|');

function block(text: string): string {
  const fence = fenceFor(text, 3);
  return `${fence}\n${text}\n${fence}`;
}

function attemptTable(task: TaskModel): string {
  const rows = task.attempts.map(
    (attempt) =>
      `| ${attempt.attempt} | ${attempt.error === undefined ? '' : cell(errorLine(attempt.error))} | ${formatDuration(
        attempt.startedAt === undefined || attempt.endedAt === undefined
          ? undefined
          : attempt.endedAt - attempt.startedAt,
      )} | ${formatDuration(attempt.realWait)} / ${formatDuration(attempt.plannedWait)} | ${attempt.decision ?? 'not reported'} |`,
  );
  return ['| # | Error | Took | Waited / plan | Decision |', '| --: | --- | --: | --: | --- |', ...rows].join('\n');
}

function report(task: TaskModel, model: Model, labels: RuntimeLabels): string {
  const watch = { now: task.endedAt ?? Date.now(), connected: task.endedAt !== undefined };
  const runtime = model.runtimes.get(task.runtimeKey);
  const url = model.sessions.get(task.session)?.url;
  const why = notRetriedText(task, TASK);
  const chain = task.error === undefined ? [] : errorChain(task.error);
  const parts = [
    `## ${code(task.name)}: ${stateText(task, TASK)}`,
    [
      `- Attempts: ${attemptsText(task, LIST)}${usedFallback(task) ? ` · ${LIST.attempts.fallback}` : ''}`,
      `- Waited ${formatDuration(waitedFor(task, watch))}, ran ${formatDuration(ranFor(task, watch))}`,
      ...(task.injected === undefined ? [] : [`- Injected by DevTools: ${code(task.injected)}`]),
      ...(task.rerunOf === undefined ? [] : [`- Runs again: ${code(task.rerunOf)}`]),
      ...(task.state === 'error' ? [`- Retryable: ${task.retryable ? 'yes' : 'no'}`] : []),
      ...(task.layers.length > 0
        ? [
            `- Layers: ${layerText(task)
              .map((layer) => code(layer.call))
              .join(' → ')}`,
          ]
        : []),
      `- Task ${code(task.id)} of runtime ${code(labels.get(task.runtimeKey) ?? task.runtimeId)}${
        runtime?.library === undefined ? '' : `, tasklens ${runtime.library}`
      }`,
      ...(url === undefined ? [] : [`- Page: ${code(url)}`]),
    ].join('\n'),
    ...(why === undefined ? [] : [why]),
    ...(task.attempts.length > 0 ? [attemptTable(task)] : []),
    ...chain.map(({ name, message, stack }, depth) =>
      [depth === 0 ? 'Error:' : 'Caused by:', block(stack ?? `${name ?? TASK.error.notAnError}: ${message}`)].join(
        '\n\n',
      ),
    ),
  ];
  return parts.join('\n\n');
}

/** Tasks as a bug report in Markdown, in English whatever the panel is written in: it goes to whoever mends the app. */
export function asMarkdown(tasks: readonly TaskModel[], model: Model): string {
  // Equal names are told apart, as the panel does it.
  const labels = runtimeLabels(model);
  return `${tasks.map((task) => report(task, model, labels)).join('\n\n')}\n`;
}
