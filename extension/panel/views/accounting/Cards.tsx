import type { ComponentChildren, VNode } from 'preact';
import type { AccountingFigures } from '../../../../bridge/model/accounting-figures.ts';
import { ACCOUNTING } from '../../../locales/accounting.ts';
import { Count } from '../../components/Count.tsx';
import { TaskLink } from '../../components/TaskLink.tsx';
import { formatDuration } from '../../format/duration.ts';
import { formatShare } from '../../format/share.ts';
import { useStore } from '../../store/store.ts';
import { useText } from '../../text.ts';
import { FilterLink } from './FilterLink.tsx';
import { FILTERS } from './filters.ts';

/** The five figures that tell most. */
export function Cards({ figures: { all, held } }: { readonly figures: AccountingFigures }): VNode {
  const { feed } = useStore();
  const text = useText(ACCOUNTING);
  const { cards } = text;
  const { backOff } = all;
  const longest = held.longest === undefined ? undefined : feed.model.tasks.get(held.longest.key);
  const number = (value: number, filter: string): VNode => (
    <FilterLink filter={filter} none={value === 0}>
      <Count value={value} />
    </FilterLink>
  );
  const unmeasured = backOff.unmeasured > 0 && (
    <p>{cards.unmeasured(backOff.unmeasured, formatDuration(backOff.unmeasuredPlanned))}</p>
  );
  return (
    <div class="cards">
      <Card
        value={
          all.reported === 0 ? undefined : (
            <FilterLink filter={FILTERS.reported}>{(all.attempts / all.reported).toFixed(2)}</FilterLink>
          )
        }
        label={cards.attempts}
      >
        {all.reported > 0 && (
          <p>
            {number(all.attempts, FILTERS.reported)} {cards.attemptsOf.attempts} ·{' '}
            {number(all.reported, FILTERS.reported)} {cards.attemptsOf.tasks}
          </p>
        )}
        {all.unreported > 0 && (
          <p>
            {number(all.unreported, FILTERS.unreported)} {cards.unreported}
          </p>
        )}
      </Card>
      <Card
        value={
          all.reported === 0 ? undefined : (
            <FilterLink filter={FILTERS.backOff} none={backOff.waits === 0}>
              {formatDuration(backOff.real)}
            </FilterLink>
          )
        }
        label={cards.backOff}
      >
        {backOff.waits > 0 && <p>{cards.planned(formatDuration(backOff.planned))}</p>}
        {unmeasured}
        {backOff.leftOut > 0 && <p>{cards.leftOut}</p>}
      </Card>
      <Card value={number(all.gaveUp, FILTERS.gaveUp)} label={cards.gaveUp}>
        <p>
          {cards.ofFailures.of} {number(all.failed, FILTERS.failed)} {cards.ofFailures.failures}
        </p>
      </Card>
      <Card
        value={
          all.reported === 0 ? undefined : (
            <FilterLink filter={FILTERS.paidOff} none={all.paidOff === 0}>
              {formatShare(all.paidOff, all.retried)}
            </FilterLink>
          )
        }
        label={cards.paidOff}
      >
        {all.retried > 0 && (
          <p>
            {number(all.paidOff, FILTERS.paidOff)} {cards.ofRetried.of} {number(all.retried, FILTERS.retried)}{' '}
            {cards.ofRetried.retried}
          </p>
        )}
      </Card>
      <Card
        value={
          all.reported === 0 ? undefined : (
            <FilterLink filter={FILTERS.held} none={held.tasks === 0}>
              {formatDuration(held.ms)}
            </FilterLink>
          )
        }
        label={cards.held}
      >
        {held.tasks === 0 && all.reported > 0 && <p>{cards.none}</p>}
        {longest !== undefined && (
          <p>
            {number(held.tasks, FILTERS.held)} {cards.heldBy(`${held.tasks}`)} <TaskLink task={longest} />{' '}
            {formatDuration(held.longest?.ms)}
          </p>
        )}
      </Card>
    </div>
  );
}

interface CardProps {
  /** Undefined: nobody told. */
  readonly value: VNode | undefined;
  readonly label: string;
  readonly children: ComponentChildren;
}

function Card({ value, label, children }: CardProps): VNode {
  const text = useText(ACCOUNTING);
  return (
    <section class="cards__card" aria-label={label}>
      <p class={value === undefined ? 'cards__value cards__value--none' : 'cards__value'}>
        {value ?? text.notReported}
      </p>
      <p class="cards__label">{label}</p>
      {children}
    </section>
  );
}
