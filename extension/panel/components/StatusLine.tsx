import type { VNode } from 'preact';
import { formatDuration } from '../format/duration.ts';
import { sumCounters } from '../present/counters.ts';
import { noun } from '../present/plural.ts';
import { useStore } from '../store/store.ts';
import { Count } from './Count.tsx';
import './StatusLine.css';

/** The session in one line: what there is, what retrying cost, and whether everything arrived. */
export function StatusLine(): VNode {
  const { feed, rows, version } = useStore();
  void feed.revision.value;
  const { counts, sessions, runtimes, evicted } = feed.model;
  const { retries, waited, reportedTasks } = rows.value;
  const sum = sumCounters(sessions.values());
  const libraries = [...new Set([...runtimes.values()].flatMap((runtime) => runtime.library ?? []))];
  const dropped = { tasks: 0, events: 0 };
  for (const runtime of runtimes.values()) {
    dropped.tasks += runtime.dropped.tasks;
    dropped.events += runtime.dropped.events;
  }
  return (
    <footer class="status-line">
      <Figure value={counts.all} name={noun(counts.all, 'task')} />
      <Figure value={counts.running} name="running" />
      <Figure value={counts.pending} name="pending" />
      <span>
        <span class="status-line__value">
          <Count value={retries} />
        </span>{' '}
        {noun(retries, 'retry', 'retries')}
        {reportedTasks > 0 && (
          <span class="status-line__extra">{` · ${(1 + retries / reportedTasks).toFixed(2)} attempts a task`}</span>
        )}
      </span>
      {waited > 0 && (
        <span class="status-line__extra">
          <span class="status-line__value">{formatDuration(waited)}</span> in back-off
        </span>
      )}
      {dropped.tasks > 0 && (
        <span title="They had left the page’s own history before DevTools was opened">
          the first <Count value={dropped.tasks} /> {noun(dropped.tasks, 'task')} (<Count value={dropped.events} />{' '}
          {noun(dropped.events, 'event')}) {dropped.tasks === 1 ? 'was' : 'were'} dropped
        </span>
      )}
      {evicted > 0 && (
        <span title="The panel keeps a bounded number of tasks; finished ones leave first, the oldest first">
          <Count value={evicted} /> older {noun(evicted, 'task')} left
        </span>
      )}
      <span class="status-line__far" title="Events of the page since this panel began to listen; the figures add up">
        emitted <Count value={sum.emitted} /> = delivered <Count value={sum.delivered} /> + pending{' '}
        <Count value={sum.pending} /> + dropped <Count value={sum.dropped} /> + lost <Count value={sum.lost} />
        {libraries.length > 0 && ` · library ${libraries.join(', ')}`}
        {` · panel ${version}`}
      </span>
    </footer>
  );
}

function Figure({ value, name }: { readonly value: number; readonly name: string }): VNode {
  return (
    <span>
      <span class="status-line__value">
        <Count value={value} />
      </span>{' '}
      {name}
    </span>
  );
}
