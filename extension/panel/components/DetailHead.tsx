import type { ComponentChildren, VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { TASK } from '../../locales/task.ts';
import { useText } from '../text.ts';
import { CommandButtons } from './CommandButtons.tsx';
import { CopyButton } from './CopyButton.tsx';

interface DetailHeadProps {
  /** What the copy menu copies. */
  readonly tasks: readonly TaskModel[];
  readonly onClose: () => void;
  /** The title. */
  readonly children: ComponentChildren;
  /** The line below it. */
  readonly below?: ComponentChildren;
}

/** The head of the details: what they are of, and what can be done with it. */
export function DetailHead({ tasks, onClose, children, below }: DetailHeadProps): VNode {
  const text = useText(TASK);
  return (
    <header class="detail__head">
      <div class="detail__top">
        <h2 class="detail__title">{children}</h2>
        <CommandButtons tasks={tasks} />
        <CopyButton tasks={tasks} />
        <button type="button" class="detail__close" aria-label={text.close} title={text.closeTitle} onClick={onClose}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M2.5 2.5l7 7m0-7l-7 7" />
          </svg>
        </button>
      </div>
      {below}
    </header>
  );
}
