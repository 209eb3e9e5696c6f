import type { VNode } from 'preact';
import { sumCounters } from '../present/counters.ts';
import { noun } from '../present/plural.ts';
import { useStore } from '../store/store.ts';
import { Count } from './Count.tsx';

/** Above the list, for as long as what it shows is not all there was: what is missing. */
export function LossNotice(): VNode | null {
  const { feed } = useStore();
  void feed.revision.value;
  const before = { tasks: 0, events: 0 };
  for (const runtime of feed.model.runtimes.values()) {
    before.tasks += runtime.dropped.tasks;
    before.events += runtime.dropped.events;
  }
  const { dropped } = sumCounters(feed.model.sessions.values());
  const history = before.tasks > 0 || before.events > 0;
  if (!history && dropped === 0) return null;
  return (
    <div class="banner banner--loss" role="note" aria-label="What is missing">
      {history && (
        <span title="They had left the page’s own history before DevTools was opened">
          The first <Counted value={before.tasks} name="task" /> (<Counted value={before.events} name="event" />){' '}
          {before.tasks === 1 ? 'was' : 'were'} dropped
        </span>
      )}
      {dropped > 0 && (
        <span title="The page made more events than could be brought here">
          <Counted value={dropped} name="event" /> {dropped === 1 ? 'was' : 'were'} dropped on the way: some tasks may
          be incomplete
        </span>
      )}
    </div>
  );
}

function Counted({ value, name }: { readonly value: number; readonly name: string }): VNode {
  return (
    <>
      <Count value={value} /> {noun(value, name)}
    </>
  );
}
