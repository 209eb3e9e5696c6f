import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { COMMANDS } from '../../locales/commands.ts';
import { clip, spellOut } from '../format/text.ts';
import { isFinished } from '../present/times.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import './CommandButtons.css';

/** Of a name in a title. */
const NAME = 60;

/** What can be done with these tasks. Each button names what it will touch, and one that cannot act says why. */
export function CommandButtons({ tasks }: { readonly tasks: readonly TaskModel[] }): VNode | null {
  const text = useText(COMMANDS);
  const { commands, feed } = useStore();
  void feed.revision.value;
  const [first] = tasks;
  if (commands === undefined || first === undefined) return null;
  if (feed.model.runtimes.get(first.runtimeKey)?.untracked === true && tasks.length === 1) return null;
  const live = commands.cancellable(tasks);
  const held = commands.rerunnable(tasks);
  const name = spellOut(clip(first.name, NAME));
  const one = tasks.length === 1;
  const finished = tasks.filter(isFinished).length;
  const off = commands.allowed(first) ? undefined : text.commandsOffTitle;
  return (
    <>
      {finished < tasks.length && (
        <Command
          label={one ? text.cancel : text.cancelMany(live.length, tasks.length)}
          title={one ? text.cancelTitle(name) : ''}
          why={live.length > 0 ? undefined : (off ?? text.refused.gone)}
          onClick={() => void commands.cancel(live)}
        />
      )}
      {finished > 0 && (
        <Command
          label={one ? text.rerun : text.rerunMany(held.length, tasks.length)}
          title={one ? text.rerunTitle(name) : ''}
          why={held.length > 0 ? undefined : (off ?? text.notHeldTitle)}
          onClick={() => void commands.rerun(held)}
        />
      )}
    </>
  );
}

interface CommandProps {
  readonly label: string;
  readonly title: string;
  /** Why it cannot be done; it can still be reached, to be read. */
  readonly why: string | undefined;
  readonly onClick: () => void;
}

function Command({ label, title, why, onClick }: CommandProps): VNode {
  return (
    <button
      type="button"
      class="copy command"
      title={why ?? title}
      aria-disabled={why !== undefined}
      aria-description={why}
      onClick={() => {
        if (why === undefined) onClick();
      }}
    >
      {label}
    </button>
  );
}
