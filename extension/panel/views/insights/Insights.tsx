import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { diagnose } from '../../../../bridge/diagnostics/diagnose.ts';
import type { Insight } from '../../../../bridge/diagnostics/rule.ts';
import type { TaskModel } from '../../../../bridge/model/types.ts';
import { INSIGHTS } from '../../../locales/insights.ts';
import { Notice } from '../../components/Notice.tsx';
import { Text } from '../../components/Text.tsx';
import { clip } from '../../format/text.ts';
import { formatTimeOfDay } from '../../format/time-of-day.ts';
import { shortId } from '../../present/task-id.ts';
import { useStore } from '../../store/store.ts';
import { useText } from '../../text.ts';
import { useSpaced } from '../use-spaced.ts';
import { CodeText } from './CodeText.tsx';
import { SeverityIcon } from './SeverityIcon.tsx';
import './Insights.css';

/** Tasks and moments that stand there at once; the others come when they are asked for. */
const FIRST = 12;
const NAME = 60;

/** What is wrong with how tasks are retried, timed and queued: why, the mend, and every task that shows it. */
export function Insights(): VNode {
  const { feed } = useStore();
  const text = useText(INSIGHTS);
  const insights = useSpaced(() => diagnose(feed.model)).value;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div class="insights" tabIndex={0}>
      {insights.length === 0 ? (
        <Notice title={text.none.title}>
          <p>{text.none.advice}</p>
        </Notice>
      ) : (
        <ul class="insights__list" aria-label={text.list}>
          {insights.map((insight) => (
            <Finding key={insight.rule} insight={insight} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Finding({ insight }: { readonly insight: Insight }): VNode {
  const { feed } = useStore();
  const text = useText(INSIGHTS);
  const { rule, severity, facts, tasks, moments } = insight;
  const { title, why, mend } = text.rules[rule];
  const rows = tasks.flatMap((key) => feed.model.tasks.get(key) ?? []);
  return (
    <li class="insight" data-rule={rule}>
      <h2 class="insight__title">
        <SeverityIcon severity={severity} label={text.severity[severity]} />
        {title}
        <span class="insight__count">{text.count(facts.tasks)}</span>
      </h2>
      <p class="insight__why">
        <CodeText text={why(facts)} />
      </p>
      <p class="insight__mend">
        <span class="insight__label">{text.mend}</span>
        <CodeText text={mend} />
      </p>
      {moments.length > 0 && (
        <Some
          label={text.moments}
          items={moments}
          draw={({ at, tasks: count }) => (
            <li key={at} class="insight__moment">
              {text.at(formatTimeOfDay(at), count)}
            </li>
          )}
        />
      )}
      <Some label={text.tasks} items={rows} draw={(row) => <TaskItem key={row.key} row={row} />} />
    </li>
  );
}

interface SomeProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly draw: (item: T) => VNode;
}

/** The first of a list, and a button for the rest. */
function Some<T>({ label, items, draw }: SomeProps<T>): VNode {
  const text = useText(INSIGHTS);
  const all = useSignal(false);
  const more = items.length - FIRST;
  return (
    <div class="insight__part">
      <h3 class="insight__label">{label}</h3>
      <ul class="insight__items" aria-label={label}>
        {(all.value ? items : items.slice(0, FIRST)).map(draw)}
      </ul>
      {more > 0 && (
        <button
          type="button"
          class="insight__more"
          aria-expanded={all.value}
          onClick={() => {
            all.value = !all.peek();
          }}
        >
          {all.value ? text.less : text.more(more)}
        </button>
      )}
    </div>
  );
}

/** A way to its details, which stand beside the view. */
function TaskItem({ row }: { readonly row: TaskModel }): VNode {
  const { selection } = useStore();
  const chosen = selection.keys.value.has(row.key);
  return (
    <li>
      <button
        type="button"
        class="insight__task"
        aria-pressed={chosen}
        title={formatTimeOfDay(row.startedAt ?? row.registeredAt)}
        onClick={() => selection.choose(row.key)}
      >
        <Text text={clip(row.name, NAME)} />
        <span class="insight__id">
          <Text text={shortId(row)} />
        </span>
      </button>
    </li>
  );
}
