import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Figures } from '../../../../bridge/model/accounting-figures.ts';
import { OTHERS } from '../../../../bridge/model/groups.ts';
import { ACCOUNTING } from '../../../locales/accounting.ts';
import { Count } from '../../components/Count.tsx';
import { Text } from '../../components/Text.tsx';
import { formatDuration } from '../../format/duration.ts';
import { useText } from '../../text.ts';
import { EndingsBar } from './Endings.tsx';
import { FilterLink } from './FilterLink.tsx';
import { both, FILTERS } from './filters.ts';
import { SortTitle } from './SortTitle.tsx';

/** So many groups are listed. */
const MOST = 50;

type Column = 'tasks' | 'failed' | 'gaveUp' | 'attempts' | 'backOff';
const COLUMNS: readonly Column[] = ['tasks', 'failed', 'gaveUp', 'attempts', 'backOff'];
const VALUE: Readonly<Record<Column, (figures: Figures) => number>> = {
  tasks: ({ tasks }) => tasks,
  failed: ({ failed }) => failed,
  gaveUp: ({ gaveUp }) => gaveUp,
  attempts: ({ attempts }) => attempts,
  backOff: ({ backOff }) => backOff.real,
};
const ASKED: Readonly<Record<Column, string | undefined>> = {
  tasks: undefined,
  failed: FILTERS.failed,
  gaveUp: FILTERS.gaveUp,
  attempts: FILTERS.reported,
  backOff: FILTERS.backOff,
};

interface GroupTableProps {
  readonly label: string;
  /** What the groups are. */
  readonly title: string;
  readonly groups: ReadonlyMap<string, Figures>;
  readonly nameOf: (group: string) => string;
  /** The term that its tasks answer to. */
  readonly termOf: (group: string) => string | undefined;
}

/** Figures of groups of tasks, each number a way to its tasks; ordered by any of them, the greatest first. */
export function GroupTable({ label, title, groups, nameOf, termOf }: GroupTableProps): VNode {
  const text = useText(ACCOUNTING);
  const { by } = text;
  const sortedBy = useSignal<Column>('attempts');
  const value = VALUE[sortedBy.value];
  const sorted = [...groups].sort(([, a], [, b]) => value(b) - value(a) || b.tasks - a.tasks);
  const cell = (column: Column, group: string, figures: Figures): VNode => {
    const amount = VALUE[column](figures);
    const unknown = (column === 'attempts' || column === 'backOff') && figures.reported === 0;
    const term = termOf(group);
    const asked = ASKED[column];
    return (
      <td class="figures__figure" key={column}>
        {unknown ? (
          <span class="figures__quiet">{figures.unreported > 0 ? text.notReported : '–'}</span>
        ) : (
          <FilterLink filter={asked === undefined ? term : both(term, asked)} none={amount === 0}>
            {column === 'backOff' ? formatDuration(amount) : <Count value={amount} />}
          </FilterLink>
        )}
      </td>
    );
  };
  return (
    <table class="figures" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col" class="figures__bars">
            {by.columns.endings}
          </th>
          {COLUMNS.map((column) => (
            <SortTitle
              key={column}
              sorted={sortedBy.value === column}
              onSort={() => {
                sortedBy.value = column;
              }}
              {...(column === 'gaveUp' ? { title: by.columns.gaveUpTitle } : {})}
            >
              {by.columns[column]}
            </SortTitle>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.slice(0, MOST).map(([group, figures]) => (
          <tr key={group}>
            <th scope="row" class="figures__name">
              {group === OTHERS ? <i>{by.others}</i> : <Text text={nameOf(group)} />}
            </th>
            <td class="figures__bars">
              <EndingsBar figures={figures} />
            </td>
            {COLUMNS.map((column) => cell(column, group, figures))}
          </tr>
        ))}
        {sorted.length > MOST && (
          <tr>
            <td colSpan={2 + COLUMNS.length} class="figures__quiet">
              {by.more(`${sorted.length - MOST}`)}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
