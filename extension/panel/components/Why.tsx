import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { whyPending } from '../../../bridge/model/selectors.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { TASK } from '../../locales/task.ts';
import { clip } from '../format/text.ts';
import { notRetriedText, pendingText } from '../present/why.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Text } from './Text.tsx';
import './Why.css';

/** Tasks that are named; the others are counted. */
const NAMED = 5;
const NAME = 80;

/** "Why is this pending?" and "Why was it not retried?", answered; nothing for a task that raises neither question. */
export function Why({ task }: { readonly task: TaskModel }): VNode | null {
  const text = useText(TASK);
  const because = task.state === 'pending' ? undefined : notRetriedText(task, text);
  if (task.state === 'pending') return <WhyPending task={task} />;
  if (because === undefined) return null;
  return (
    <div class="why">
      <p class="why__question">{task.attempts.length > 1 ? text.why.notRetriedAgain : text.why.notRetried}</p>
      <p>{because}</p>
    </div>
  );
}

function WhyPending({ task }: { readonly task: TaskModel }): VNode | null {
  const text = useText(TASK);
  const { feed } = useStore();
  // The queue is looked through once a paint, not at each tick of the clock.
  const revision = feed.revision.value;
  const why = useMemo(() => whyPending(feed.model, task), [feed, task, revision]);
  if (why === undefined) return null;
  return (
    <div class="why">
      <p class="why__question">{text.why.pending}</p>
      <p>{pendingText(why, text)}</p>
      {why.running.length > 0 && <Named says={text.why.inSlots} tasks={why.running} />}
      {why.ahead.length > 0 && <Named says={text.why.before} tasks={why.ahead} />}
    </div>
  );
}

/** Tasks by name, each a way to its details. */
function Named({ says, tasks }: { readonly says: string; readonly tasks: readonly TaskModel[] }): VNode {
  const { why: text } = useText(TASK);
  const { selection } = useStore();
  return (
    <p>
      {says}{' '}
      {tasks.slice(0, NAMED).map((other, index) => (
        <span key={other.key}>
          {index > 0 && text.between}
          <button
            type="button"
            class="why__task"
            onClick={() => {
              selection.choose(other.key);
            }}
          >
            <Text text={clip(other.name, NAME)} />
          </button>
        </span>
      ))}
      {tasks.length > NAMED && text.more(tasks.length - NAMED)}
    </p>
  );
}
