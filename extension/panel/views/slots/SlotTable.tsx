import type { VNode } from 'preact';
import { holderAt, waitingAt } from '../../../../bridge/model/slot-lanes.ts';
import { SLOTS } from '../../../locales/slots.ts';
import { Count } from '../../components/Count.tsx';
import { TaskLink } from '../../components/TaskLink.tsx';
import { Text } from '../../components/Text.tsx';
import { formatDuration } from '../../format/duration.ts';
import { formatShare } from '../../format/share.ts';
import { formatTimeOfDay } from '../../format/time-of-day.ts';
import { useText } from '../../text.ts';
import type { SlotFigures, SlotsData } from './slots-data.ts';

/** A concurrency without bound has any number of slots; so many are listed. */
const MOST = 200;

interface SlotTableProps {
  readonly data: SlotsData;
  /** The moment that is asked about; undefined: now. */
  readonly cursor: number | undefined;
  readonly nameOf: (slot: SlotFigures) => string;
}

/** The picture as a table: who holds each slot at a moment, and what its time went into. */
export function SlotTable({ data, cursor, nameOf }: SlotTableProps): VNode {
  const { table: text } = useText(SLOTS);
  const { slots, all, runtimes, untilOf } = data;
  const shown = slots.slice(0, MOST);
  const momentOf = (runtimeKey: string): number => cursor ?? untilOf(runtimeKey);
  const waiting = runtimes.reduce((sum, of) => sum + waitingAt(of, momentOf(of.runtime.key)), 0);
  return (
    <table class="slot-table" aria-label={text.label}>
      <thead>
        <tr>
          <th scope="col">{text.slot}</th>
          <th scope="col">{cursor === undefined ? text.now : text.at(formatTimeOfDay(cursor))}</th>
          {[text.tasks, text.held, text.backOff, text.afterTimeout, text.idle].map((title) => (
            <th scope="col" class="slot-table__figure" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((slot) => {
          const until = untilOf(slot.of.runtime.key);
          const holder = holderAt(slot.lane, cursor ?? until, until);
          return (
            <tr key={slot.key}>
              <th scope="row">
                <Text text={nameOf(slot)} />
              </th>
              <td class="slot-table__holder">
                {holder === undefined ? <span class="slot-table__quiet">{text.free}</span> : <TaskLink task={holder} />}
              </td>
              <Figures figures={slot} />
            </tr>
          );
        })}
        {slots.length > MOST && (
          <tr>
            <td colSpan={7} class="slot-table__quiet">
              {text.more(`${slots.length - MOST}`)}
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{text.all}</th>
          <td class="slot-table__quiet">{text.waiting(`${waiting}`)}</td>
          <Figures figures={all} />
        </tr>
      </tfoot>
    </table>
  );
}

function Figures({ figures }: { readonly figures: SlotsData['all'] }): VNode {
  const { tasks, held, backOff, afterTimeout, idleWhileWaiting } = figures;
  return (
    <>
      <td class="slot-table__figure">
        <Count value={tasks} />
      </td>
      <td class="slot-table__figure">{formatDuration(held)}</td>
      <td class="slot-table__figure">
        {formatDuration(backOff)} <span class="slot-table__share">{formatShare(backOff, held)}</span>
      </td>
      <td class="slot-table__figure">{formatDuration(afterTimeout)}</td>
      <td class="slot-table__figure">{formatDuration(idleWhileWaiting)}</td>
    </>
  );
}
