import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { clip } from '../format/text.ts';
import { useStore } from '../store/store.ts';
import { Text } from './Text.tsx';
import './TaskLink.css';

const NAME = 60;

/** A task by its name; pressed, it is chosen, and its details open. */
export function TaskLink({ task }: { readonly task: TaskModel }): VNode {
  const { selection } = useStore();
  return (
    <button type="button" class="task-link" onClick={() => selection.choose(task.key)}>
      <Text text={clip(task.name, NAME)} />
    </button>
  );
}
