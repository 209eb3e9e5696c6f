import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { TASK } from '../../locales/task.ts';
import { formatDuration } from '../format/duration.ts';
import { retryCost } from '../present/attempts.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Count } from './Count.tsx';
import { DetailHead } from './DetailHead.tsx';
import { Fact, Facts } from './Facts.tsx';
import { fill } from './fill.ts';
import { Section } from './Section.tsx';
import { SelectionMachine } from './StateMachine.tsx';

interface SelectionPaneProps {
  readonly tasks: readonly TaskModel[];
  readonly onClose: () => void;
}

/** Several chosen tasks together: which ways they went, and what retrying them cost. */
export function SelectionPane({ tasks, onClose }: SelectionPaneProps): VNode {
  const { label, machine, selection: text } = useText(TASK);
  void useStore().feed.revision.value;
  let retries = 0;
  let waited = 0;
  let retryable = 0;
  for (const task of tasks) {
    const cost = retryCost(task);
    retries += cost.retries;
    waited += cost.waited;
    if (task.state === 'error' && task.retryable) retryable += 1;
  }
  return (
    <section class="detail" aria-label={label}>
      <DetailHead tasks={tasks} onClose={onClose}>
        <span class="detail__name">{fill(text.chosen, <Count value={tasks.length} />)}</span>
      </DetailHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div class="detail__body" tabIndex={0}>
        <Section title={machine.title} note={text.stepsNote}>
          <SelectionMachine tasks={tasks} />
        </Section>
        <Section title={text.together}>
          <Facts>
            <Fact name={text.retries}>
              <Count value={retries} />
            </Fact>
            <Fact name={text.inBackOff}>{formatDuration(waited)}</Fact>
            <Fact name={text.retryableFailures}>
              <Count value={retryable} />
            </Fact>
          </Facts>
        </Section>
      </div>
    </section>
  );
}
