import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ErrorFigures } from '../../../../bridge/model/accounting-figures.ts';
import { OTHERS } from '../../../../bridge/model/groups.ts';
import { ACCOUNTING } from '../../../locales/accounting.ts';
import { Count } from '../../components/Count.tsx';
import { Text } from '../../components/Text.tsx';
import { useText } from '../../text.ts';
import { FilterLink } from './FilterLink.tsx';
import { groupTerm } from './filters.ts';
import { SortTitle } from './SortTitle.tsx';

const MOST = 50;
const COLUMNS = ['attempts', 'retryable', 'ended'] as const;

/** What tasks failed with: how often, how often retryable, and how many tasks it ended. */
export function ErrorTable({ errors }: { readonly errors: ReadonlyMap<string, ErrorFigures> }): VNode {
  const { by } = useText(ACCOUNTING);
  const sortedBy = useSignal<(typeof COLUMNS)[number]>('attempts');
  const sorted = [...errors].sort(([, a], [, b]) => b[sortedBy.value] - a[sortedBy.value] || b.attempts - a.attempts);
  const titles = { attempts: by.columns.failures, retryable: by.columns.retryable, ended: by.columns.ended };
  return (
    <table class="figures" aria-label={by.error}>
      <thead>
        <tr>
          <th scope="col">{by.columns.error}</th>
          {COLUMNS.map((column) => (
            <SortTitle
              key={column}
              sorted={sortedBy.value === column}
              onSort={() => {
                sortedBy.value = column;
              }}
            >
              {titles[column]}
            </SortTitle>
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.slice(0, MOST).map(([group, figures]) => (
          <tr key={group}>
            <th scope="row" class="figures__name" title={group === OTHERS ? undefined : group}>
              {group === OTHERS ? <i>{by.others}</i> : <Text text={group} />}
            </th>
            {COLUMNS.map((column) => (
              <td key={column} class="figures__figure">
                <FilterLink
                  filter={groupTerm(column === 'ended' ? 'cause' : 'failure', group)}
                  none={figures[column] === 0}
                >
                  {column === 'retryable' && figures.retryable > 0 ? (
                    <span class="figures__retryable">
                      ↻ <Count value={figures.retryable} />
                    </span>
                  ) : (
                    <Count value={figures[column]} />
                  )}
                </FilterLink>
              </td>
            ))}
          </tr>
        ))}
        {sorted.length > MOST && (
          <tr>
            <td colSpan={4} class="figures__quiet">
              {by.more(`${sorted.length - MOST}`)}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
