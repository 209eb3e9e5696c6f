import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { TASK } from '../../locales/task.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Fact, Facts } from './Facts.tsx';
import { PreviewTree } from './PreviewTree.tsx';
import { Section } from './Section.tsx';
import { Text } from './Text.tsx';

/** What the app gave the task, what the task gave back where the app lets that be seen, and where it belongs. */
export function DataTab({ task }: { readonly task: TaskModel }): VNode {
  const { data: text } = useText(TASK);
  const { model } = useStore().feed;
  const runtime = model.runtimes.get(task.runtimeKey);
  const url = model.sessions.get(task.session)?.url;
  return (
    <>
      {task.meta !== undefined && (
        <Section title={text.meta}>
          <PreviewTree name={undefined} value={task.meta} open />
        </Section>
      )}
      {task.result !== undefined && (
        <Section title={text.result}>
          <PreviewTree name={undefined} value={task.result} open />
        </Section>
      )}
      <Section title={text.task}>
        <Facts>
          <Fact name={text.name}>
            <Text text={task.name} />
          </Fact>
          <Fact name={text.id}>
            <Text text={task.id} />
          </Fact>
          <Fact name={text.priority}>{task.priority}</Fact>
          {task.parent !== undefined && (
            <Fact name={text.parent}>
              <Text text={task.parent} />
            </Fact>
          )}
          {task.slot !== undefined && <Fact name={text.slot}>{task.slot + 1}</Fact>}
          <Fact name={text.runtime}>
            <Text text={runtime?.name ?? task.runtimeId} />
            {runtime !== undefined && (
              <span class="facts__note">{text.runtimeNote(runtime.state, runtime.concurrency, runtime.onError)}</span>
            )}
          </Fact>
          {url !== undefined && (
            <Fact name={text.page}>
              <Text text={url} />
            </Fact>
          )}
        </Facts>
      </Section>
    </>
  );
}
