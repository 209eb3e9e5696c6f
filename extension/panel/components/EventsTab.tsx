import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { TASK } from '../../locales/task.ts';
import { formatTimeOfDay } from '../format/time-of-day.ts';
import { eventsOf } from '../present/events.ts';
import { useText } from '../text.ts';
import { Text } from './Text.tsx';

/** The task's story step by step. */
export function EventsTab({ task }: { readonly task: TaskModel }): VNode {
  const { events: text } = useText(TASK);
  return (
    <table class="ledger" aria-label={text.label}>
      <thead>
        <tr>
          <th scope="col" data-numeric>
            {text.seq}
          </th>
          <th scope="col">{text.time}</th>
          <th scope="col">{text.event}</th>
          <th scope="col">{text.details}</th>
        </tr>
      </thead>
      <tbody>
        {eventsOf(task).map((event, index) => (
          <tr key={`${index} ${event.type}`}>
            <td data-numeric class="ledger__quiet">
              {event.seq ?? '–'}
            </td>
            <td>{formatTimeOfDay(event.at)}</td>
            <td>{event.type}</td>
            <td class="ledger__wide">
              <Text text={event.detail} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
