import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { type AccountingFigures, createAccounting } from '../../../../bridge/model/accounting-figures.ts';
import { createTaskDiff } from '../../../../bridge/model/task-diff.ts';
import { createTimeline, type Timeline } from '../../../../bridge/model/timeline.ts';
import type { TaskModel } from '../../../../bridge/model/types.ts';
import { ACCOUNTING } from '../../../locales/accounting.ts';
import { SHELL } from '../../../locales/shell.ts';
import { Notice } from '../../components/Notice.tsx';
import { Section } from '../../components/Section.tsx';
import { formatDuration } from '../../format/duration.ts';
import { useStore } from '../../store/store.ts';
import { useText } from '../../text.ts';
import { useSpaced } from '../use-spaced.ts';
import { Cards } from './Cards.tsx';
import { EndingsLegend } from './Endings.tsx';
import { ErrorTable } from './ErrorTable.tsx';
import { groupTerm, runtimeTerm } from './filters.ts';
import { GroupTable } from './GroupTable.tsx';
import { Plot } from './Plot.tsx';
import { barsOf } from './plot-bars.ts';
import './Accounting.css';

/** Bars of a plot at most. */
const BARS = 90;

interface Summed {
  readonly figures: AccountingFigures;
  readonly timeline: Timeline | undefined;
}

/** What follows the model while the view is shown. */
function createSums(): (feed: ReturnType<typeof useStore>['feed']) => Summed {
  const accounting = createAccounting();
  const diff = createTaskDiff(accounting);
  const timelineOf = createTimeline();
  return ({ model, now, watchOf }) => {
    diff.look(model.tasks);
    const untilOf = (task: TaskModel): number | undefined => (watchOf(task).connected ? now.peek() : undefined);
    return { figures: accounting.figures(untilOf), timeline: timelineOf(model, now.peek()) };
  };
}

/** What retrying cost and what it was good for, of all tasks; every number is a way to the tasks behind it. */
export function Accounting(): VNode {
  const { feed, runtimeLabels } = useStore();
  const text = useText(ACCOUNTING);
  const shell = useText(SHELL);
  const sums = useRef<ReturnType<typeof createSums> | undefined>(undefined);
  const summed = useSpaced((): Summed => {
    sums.current ??= createSums();
    return sums.current(feed);
  });
  const { figures, timeline } = summed.value;
  if (figures.all.tasks === 0) {
    return (
      <Notice title={text.empty.title}>
        <p>{text.empty.advice}</p>
      </Notice>
    );
  }
  const { by } = text;
  const labels = runtimeLabels.value;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div class="accounting" tabIndex={0}>
      <h2 class="unseen">{shell.views.accounting}</h2>
      <Cards figures={figures} />
      <div class="accounting__columns">
        <div class="accounting__column">
          <Section title={text.endings.title}>
            <EndingsLegend figures={figures.all} />
            <div class="accounting__wide">
              <GroupTable
                label={by.name}
                title={by.columns.name}
                groups={figures.byName}
                nameOf={(group) => group}
                termOf={(group) => groupTerm('group', group)}
              />
            </div>
          </Section>
          <Section title={by.runtime}>
            <div class="accounting__wide">
              <GroupTable
                label={by.runtime}
                title={by.columns.runtime}
                groups={figures.byRuntime}
                nameOf={(key) => labels.get(key) ?? key}
                termOf={(key) => runtimeTerm(labels.get(key) ?? key)}
              />
            </div>
          </Section>
        </div>
        <div class="accounting__column">
          {timeline !== undefined && <Plots timeline={timeline} />}
          <Section title={by.error}>
            <div class="accounting__wide">
              <ErrorTable errors={figures.byError} />
            </div>
          </Section>
        </div>
      </div>
    </div>
  );
}

function Plots({ timeline }: { readonly timeline: Timeline }): VNode {
  const { plots } = useText(ACCOUNTING);
  const { from, width } = timeline;
  const to = from + width * timeline.ended.length;
  const sum = (bins: readonly number[]) => barsOf(bins, width, BARS, 'sum');
  const average = (bins: readonly number[]) => barsOf(bins, width, BARS, 'average').values;
  const failed = sum(timeline.failed);
  const each = plots.each(formatDuration(failed.width));
  return (
    <>
      <Plot
        title={plots.failures}
        note={each}
        from={from}
        to={to}
        series={[
          { name: plots.retries, values: sum(timeline.retries).values, as: 'retry' },
          { name: plots.failed, values: failed.values, as: 'fail' },
        ]}
      />
      <Plot
        title={plots.throughput}
        note={each}
        from={from}
        to={to}
        series={[{ name: plots.ended, values: sum(timeline.ended).values, as: 'ended' }]}
      />
      <Plot
        title={plots.levels}
        note={plots.average(formatDuration(failed.width))}
        from={from}
        to={to}
        series={[
          { name: plots.waiting, values: average(timeline.waiting), as: 'waiting' },
          { name: plots.running, values: average(timeline.running), as: 'running' },
        ]}
      />
    </>
  );
}
