import { Fragment, type VNode } from 'preact';
import { waitersFor } from '../../../../bridge/model/slot-lanes.ts';
import { backOffStretches, heldAfterTimeout, lengthOf } from '../../../../bridge/model/stretches.ts';
import type { TaskModel } from '../../../../bridge/model/types.ts';
import { SLOTS } from '../../../locales/slots.ts';
import { TaskLink } from '../../components/TaskLink.tsx';
import { Text } from '../../components/Text.tsx';
import { formatDuration } from '../../format/duration.ts';
import { clip } from '../../format/text.ts';
import { useStore } from '../../store/store.ts';
import { useText } from '../../text.ts';

/** So many are named. */
const NAMED = 10;
const NAME = 60;

interface ChosenTaskProps {
  readonly task: TaskModel;
  /** Until when its story is known, epoch ms. */
  readonly until: number;
}

/** The chosen task in a sentence: how long it held its slot, what for, and who waited meanwhile. */
export function ChosenTask({ task, until }: ChosenTaskProps): VNode {
  const { feed } = useStore();
  const { task: text, slot, unknown } = useText(SLOTS);
  const backOff = lengthOf(backOffStretches(task, until));
  const afterTimeout = lengthOf(heldAfterTimeout(task, until));
  const waiters = waitersFor(task, feed.model.tasks.values(), until);
  return (
    <p class="slots__chosen">
      <b>
        <Text text={clip(task.name, NAME)} />
      </b>{' '}
      {said()}
      {backOff > 0 && text.backOff(formatDuration(backOff))}
      {afterTimeout > 0 && text.afterTimeout(formatDuration(afterTimeout))}
      {'. '}
      {task.startedAt !== undefined && waiters.length === 0 && text.nobody}
      {waiters.length > 0 && `${text.waiters(waiters.length, `${waiters.length}`)} `}
      {waiters.slice(0, NAMED).map(({ task: waiter, ms }) => (
        <Fragment key={waiter.key}>
          <span class="slots__waiter">
            <TaskLink task={waiter} /> {formatDuration(ms)}
          </span>{' '}
        </Fragment>
      ))}
      {waiters.length > NAMED && `${text.more(`${waiters.length - NAMED}`)}`}
    </p>
  );

  function said(): string {
    const { startedAt, endedAt, registeredAt } = task;
    if (startedAt === undefined) {
      if (endedAt !== undefined || registeredAt === undefined) return text.never;
      return text.waits(formatDuration(until - registeredAt));
    }
    const which = task.slot === undefined ? unknown : slot(task.slot + 1);
    const time = formatDuration((endedAt ?? until) - startedAt);
    return endedAt === undefined ? text.holds(which, time) : text.held(which, time);
  }
}
