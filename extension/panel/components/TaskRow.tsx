// biome-ignore-all lint/a11y/useSemanticElements: a virtual list of absolutely placed rows is no <table>; the roles say what it is
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names its active row (aria-activedescendant)

import type { ComponentChild, VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { formatDuration } from '../format/duration.ts';
import { clip, spellOut } from '../format/text.ts';
import { formatTimeOfDay } from '../format/time-of-day.ts';
import { attemptsText, lastFailure, usedFallback } from '../present/attempts.ts';
import type { Column, ColumnId } from '../present/columns.ts';
import { errorLine } from '../present/error.ts';
import { shortId } from '../present/task-id.ts';
import { isFinished, isTicking, isUnfinished, ranFor, type Watch, waitedFor } from '../present/times.ts';
import type { ListText } from '../present/words.ts';
import { ROW_HEIGHT } from './grid-window.ts';
import { memo } from './memo.tsx';
import { iconOf, StateIcon } from './StateIcon.tsx';
import { Text } from './Text.tsx';
import './TaskRow.css';

/** A longer name is cut for the row, between two visible characters; the details and a copy have all of it. */
const NAME_IN_A_ROW = 400;
const ID_IN_A_ROW = 24;
const TITLE = 1000;

export interface TaskRowProps {
  readonly task: TaskModel;
  readonly index: number;
  readonly selected: boolean;
  readonly columns: readonly Column[];
  readonly text: ListText;
  /** Its runtime's label. */
  readonly runtime: string;
  readonly watch: Watch;
}

export const rowId = (index: number): string => `tasklens-row-${index}`;

function errorCell(task: TaskModel): ComponentChild {
  const error = task.error ?? (isFinished(task) ? undefined : lastFailure(task)?.error);
  if (error === undefined) return null;
  return (
    <span class={task.state === 'error' ? 'row__error' : 'row__quiet'} title={spellOut(clip(errorLine(error), TITLE))}>
      <Text text={errorLine(error)} />
    </span>
  );
}

/** One word, for which a narrow list has room; what stands before it is in its title, and for screen readers. */
function Fallback({ before, text }: { readonly before: string; readonly text: ListText['attempts'] }): VNode {
  return (
    <span title={`${before} · ${text.fallback}: ${text.fallbackTitle}`}>
      <span class="unseen">{`${before} · `}</span>
      {text.fallback}
    </span>
  );
}

/** Before what tells a label from equal names: where room is short, the name before it gives way. */
const TELLING = /(?= · | \(\d+\)$)/;

const CELLS: Readonly<Record<ColumnId, (props: TaskRowProps) => ComponentChild>> = {
  name: ({ task, text, watch }) => (
    <>
      <StateIcon state={iconOf(task, watch)} label={text.states[iconOf(task, watch)]} />
      <span class="row__name" title={spellOut(clip(task.name, TITLE))}>
        <Text text={clip(task.name, NAME_IN_A_ROW)} />
      </span>
      {task.injected !== undefined && (
        <span class="row__injected" role="img" aria-label={text.injected} title={spellOut(clip(task.injected, TITLE))}>
          ⚡
        </span>
      )}
      <span class="row__id" title={spellOut(clip(task.id, TITLE))}>
        <Text text={clip(shortId(task), ID_IN_A_ROW)} />
      </span>
    </>
  ),
  runtime: ({ runtime }) => (
    <span class="row__runtime" title={spellOut(clip(runtime, TITLE))}>
      {clip(runtime, NAME_IN_A_ROW)
        .split(TELLING)
        .map((part, index) => (
          <span key={index}>
            <Text text={part} />
          </span>
        ))}
    </span>
  ),
  retryable: ({ task, text }) =>
    task.state === 'error' && task.retryable ? (
      <span class="row__retryable" role="img" aria-label={text.retryable} title={text.retryableTitle}>
        ↻
      </span>
    ) : null,
  attempts: ({ task, text }) => {
    const attempts = attemptsText(task, text);
    if (usedFallback(task)) return <Fallback before={attempts} text={text.attempts} />;
    return (
      <span class={/\d/.test(attempts) ? '' : 'row__quiet'} title={attempts}>
        {attempts}
      </span>
    );
  },
  error: ({ task }) => errorCell(task),
  started: ({ task }) => <span class="row__quiet">{formatTimeOfDay(task.startedAt)}</span>,
  waited: ({ task, watch }) => <span class="row__quiet">{formatDuration(waitedFor(task, watch))}</span>,
  ran: ({ task, watch }) => formatDuration(ranFor(task, watch)),
  // Drawn over all rows at once, in WaterfallLayer.
  waterfall: () => null,
};

/** One row. It is drawn again only when its task, its place, the scale or, while it runs, the time has changed. */
export const TaskRow = memo<TaskRowProps>(
  (props) => {
    const { task, index, selected, columns, watch } = props;
    const left = isUnfinished(task, watch);
    return (
      <div
        role="row"
        id={rowId(index)}
        class={left ? 'row row--left' : 'row'}
        aria-rowindex={index + 2}
        aria-selected={selected}
        data-index={index}
        style={{ top: `${index * ROW_HEIGHT}px` }}
        title={left ? props.text.left : undefined}
      >
        {columns.map((column) => (
          <div
            role="gridcell"
            key={column.id}
            class={`row__cell row__cell--${column.id}`}
            data-numeric={column.numeric}
          >
            {CELLS[column.id](props)}
          </div>
        ))}
      </div>
    );
  },
  (before, after) =>
    before.task === after.task &&
    before.index === after.index &&
    before.selected === after.selected &&
    before.columns === after.columns &&
    before.text === after.text &&
    before.runtime === after.runtime &&
    before.watch.connected === after.watch.connected &&
    (before.watch.now === after.watch.now || !isTicking(after.task, after.watch.connected)),
);
