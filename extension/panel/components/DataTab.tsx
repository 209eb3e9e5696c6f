import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { useStore } from '../store/store.ts';
import { Fact, Facts } from './Facts.tsx';
import { PreviewTree } from './PreviewTree.tsx';
import { Section } from './Section.tsx';
import { Text } from './Text.tsx';

/** What the app gave the task, and where it belongs. */
export function DataTab({ task }: { readonly task: TaskModel }): VNode {
  const { model } = useStore().feed;
  const runtime = model.runtimes.get(task.runtimeKey);
  const url = model.sessions.get(task.session)?.url;
  return (
    <>
      {task.meta !== undefined && (
        <Section title="Meta">
          <PreviewTree name={undefined} value={task.meta} open />
        </Section>
      )}
      <Section title="Task">
        <Facts>
          <Fact name="Name">
            <Text text={task.name} />
          </Fact>
          <Fact name="Id">
            <Text text={task.id} />
          </Fact>
          <Fact name="Priority">{task.priority}</Fact>
          {task.parent !== undefined && (
            <Fact name="Parent">
              <Text text={task.parent} />
            </Fact>
          )}
          {task.slot !== undefined && <Fact name="Slot">{task.slot}</Fact>}
          <Fact name="Runtime">
            <Text text={runtime?.name ?? task.runtimeId} />
            {runtime !== undefined && (
              <span class="facts__note">
                {runtime.state}, concurrency {runtime.concurrency}, on error {runtime.onError}
              </span>
            )}
          </Fact>
          {url !== undefined && (
            <Fact name="Page">
              <Text text={url} />
            </Fact>
          )}
        </Facts>
      </Section>
    </>
  );
}
