import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { RuntimeModel } from '../../../bridge/model/types.ts';
import { COMMANDS } from '../../locales/commands.ts';
import type { CommandStore } from '../store/commands.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Sheet } from './Sheet.tsx';
import { Text } from './Text.tsx';
import './CommandsSheet.css';

/** The `cause` of the CancelledError. */
const REASON = 'DevTools';

/** What can be done to each runtime of the page. */
export function CommandsSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const text = useText(COMMANDS);
  const { feed, commands, runtimeLabels } = useStore();
  void feed.revision.value;
  const { runtimes, sessions, tasks } = feed.model;
  const there = [...runtimes.values()].filter(
    ({ session, untracked, commands: takes }) => !untracked && takes !== false && sessions.get(session)?.connected,
  );
  const counts = new Map<string, { running: number; pending: number }>();
  for (const { runtimeKey, state } of tasks.values()) {
    if (state !== 'pending' && state !== 'running') continue;
    const of = counts.get(runtimeKey) ?? { running: 0, pending: 0 };
    of[state] += 1;
    counts.set(runtimeKey, of);
  }
  return (
    <Sheet label={text.menu} closeLabel={text.close} onClose={onClose}>
      <h2 class="sheet__title">{text.menu}</h2>
      {(commands === undefined || there.length === 0) && <p>{text.none}</p>}
      {commands !== undefined &&
        there.map((runtime) => (
          <RuntimeCommands
            key={runtime.key}
            runtime={runtime}
            label={runtimeLabels.value.get(runtime.key) ?? runtime.name}
            counts={counts.get(runtime.key) ?? { running: 0, pending: 0 }}
            commands={commands}
          />
        ))}
    </Sheet>
  );
}

interface RuntimeCommandsProps {
  readonly runtime: RuntimeModel;
  readonly label: string;
  readonly counts: { readonly running: number; readonly pending: number };
  readonly commands: CommandStore;
}

function RuntimeCommands({ runtime, label, counts, commands }: RuntimeCommandsProps): VNode {
  const text = useText(COMMANDS);
  const typed = useSignal<string | undefined>(undefined);
  const { state } = runtime;
  const wanted = Number(typed.value ?? runtime.concurrency);
  return (
    <fieldset class="runtime-commands" disabled={state === 'stopped'}>
      <legend class="runtime-commands__name">
        <Text text={label} />
      </legend>
      <p class="runtime-commands__state">
        {text.states[state]} · {text.counts(counts.running, counts.pending)}
      </p>
      <div class="runtime-commands__row">
        <button
          type="button"
          class="copy"
          onClick={() => void commands.act(runtime, { type: state === 'paused' ? 'resume' : 'pause' })}
        >
          {state === 'paused' ? text.resume(label) : text.pause(label)}
        </button>
        <form
          class="runtime-commands__set"
          onSubmit={(event) => {
            event.preventDefault();
            void commands.act(runtime, { type: 'set-concurrency', concurrency: wanted });
            typed.value = undefined;
          }}
        >
          <label>
            {text.concurrencyShort}{' '}
            <input
              type="number"
              min="1"
              step="1"
              required
              aria-label={text.concurrency(label)}
              value={typed.value ?? (Number.isFinite(runtime.concurrency) ? runtime.concurrency : '')}
              onInput={(event) => {
                typed.value = event.currentTarget.value;
              }}
            />
          </label>
          <button type="submit" class="copy" aria-label={text.setFor(label)}>
            {text.set}
          </button>
        </form>
        <button
          type="button"
          class="copy"
          disabled={counts.pending === 0}
          onClick={() => void commands.act(runtime, { type: 'clear', reason: REASON })}
        >
          {text.clear(counts.pending, label)}
        </button>
      </div>
    </fieldset>
  );
}
