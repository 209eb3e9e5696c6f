import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { TASK } from '../../locales/task.ts';
import { formatDuration } from '../format/duration.ts';
import { formatTimeOfDay } from '../format/time-of-day.ts';
import { ranFor, type Watch, waitedFor } from '../present/times.ts';
import { useText } from '../text.ts';
import { Fact, Facts } from './Facts.tsx';
import { Section } from './Section.tsx';
import { StateMachine } from './StateMachine.tsx';
import './StateTab.css';

interface StateTabProps {
  readonly task: TaskModel;
  readonly watch: Watch;
}

/** When the task went from state to state, and what went against the machine. */
export function StateTab({ task, watch }: StateTabProps): VNode {
  const { machine, state: text } = useText(TASK);
  return (
    <>
      <Section title={machine.title}>
        <StateMachine task={task} watch={watch} />
      </Section>
      <Section title={text.times}>
        <Facts>
          <Moment name={text.registered} at={task.registeredAt} />
          <Moment name={text.started} at={task.startedAt} note={text.waited(formatDuration(waitedFor(task, watch)))} />
          {task.cancelRequestedAt !== undefined && <Moment name={text.cancelRequested} at={task.cancelRequestedAt} />}
          <Moment
            name={text.ended}
            at={task.endedAt}
            note={task.startedAt === undefined ? undefined : text.ran(formatDuration(ranFor(task, watch)))}
          />
        </Facts>
      </Section>
      {task.violations.length > 0 && (
        <Section title={text.illegal}>
          <ul class="violations">
            {task.violations.map((violation) => (
              <li key={`${violation.rule} ${violation.detail}`}>
                {violation.rule}: {violation.detail}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

interface MomentProps {
  readonly name: string;
  readonly at: number | undefined;
  readonly note?: string | undefined;
}

function Moment({ name, at, note }: MomentProps): VNode {
  return (
    <Fact name={name}>
      {formatTimeOfDay(at)}
      {at !== undefined && note !== undefined && <span class="facts__note"> {note}</span>}
    </Fact>
  );
}
