import type { VNode } from 'preact';
import { NOTICES } from '../../locales/notices.ts';
import { sumCounters } from '../present/counters.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Count } from './Count.tsx';
import { fill } from './fill.ts';

/** Above the list, for as long as what it shows is not all there was: what is missing. */
export function LossNotice(): VNode | null {
  const { loss: text } = useText(NOTICES);
  const { feed } = useStore();
  void feed.revision.value;
  const before = { tasks: 0, events: 0 };
  // What was missed while the panel watched lies somewhere between, and is not what was first.
  let between = false;
  for (const runtime of feed.model.runtimes.values()) {
    before.tasks += runtime.dropped.tasks;
    before.events += runtime.dropped.events;
    between ||= runtime.missing > 0;
  }
  const { dropped } = sumCounters(feed.model.sessions.values());
  const history = before.tasks > 0 || before.events > 0;
  if (!history && dropped === 0) return null;
  return (
    <div class="banner banner--loss" role="note" aria-label={text.label}>
      {history && (
        <span title={between ? text.betweenTitle : text.beforeTitle}>
          {fill(
            (between ? text.between : text.before)(before.tasks, before.events),
            <Count value={before.tasks} />,
            <Count value={before.events} />,
          )}
        </span>
      )}
      {dropped > 0 && <span title={text.droppedTitle}>{fill(text.dropped(dropped), <Count value={dropped} />)}</span>}
    </div>
  );
}
