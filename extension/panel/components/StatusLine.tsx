import type { VNode } from 'preact';
import { SHELL } from '../../locales/shell.ts';
import { formatDuration } from '../format/duration.ts';
import { sumCounters } from '../present/counters.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Count } from './Count.tsx';
import { fill } from './fill.ts';
import './StatusLine.css';

/** The session in one line: what there is, what retrying cost, and whether everything arrived. */
export function StatusLine(): VNode {
  const { status: text } = useText(SHELL);
  const { feed, rows, version } = useStore();
  void feed.revision.value;
  const { counts, sessions, runtimes, evicted } = feed.model;
  const { retries, waited, reportedTasks } = rows.value;
  const sum = sumCounters(sessions.values());
  const libraries = [...new Set([...runtimes.values()].flatMap((runtime) => runtime.library ?? []))];
  const versions = [...(libraries.length > 0 ? [text.library(libraries.join(', '))] : []), text.panel(version)];
  return (
    <footer class="status-line">
      <Figure value={counts.all} name={text.tasks(counts.all)} />
      <Figure value={counts.running} name={text.running} />
      <Figure value={counts.pending} name={text.pending} />
      <span>
        <span class="status-line__value">
          <Count value={retries} />
        </span>{' '}
        {text.retries(retries)}
        {reportedTasks > 0 && (
          <span class="status-line__extra">{` · ${text.attemptsATask((1 + retries / reportedTasks).toFixed(2))}`}</span>
        )}
      </span>
      {waited > 0 && (
        <span class="status-line__extra">
          {fill(text.inBackOff, <span class="status-line__value">{formatDuration(waited)}</span>)}
        </span>
      )}
      {evicted > 0 && <span title={text.evictedTitle}>{fill(text.evicted(evicted), <Count value={evicted} />)}</span>}
      <span class="status-line__far" title={text.countersTitle}>
        {fill(
          text.counters,
          <Count value={sum.emitted} />,
          <Count value={sum.delivered} />,
          <Count value={sum.pending} />,
          <Count value={sum.dropped} />,
          <Count value={sum.lost} />,
        )}
        {` · ${versions.join(' · ')}`}
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
