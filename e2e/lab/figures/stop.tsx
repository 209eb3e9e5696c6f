import type { VNode } from 'preact';
import { Legend, Timeline } from '../draw/timeline.tsx';
import { taskTrack } from '../draw/tracks.ts';
import { formatMs } from '../draw/units.ts';
import { Choice, Controls, Pick, Switch } from '../shell/controls.tsx';
import { FigurePage, mountPage } from '../shell/page.tsx';
import { Facts, Part, RetryableWord, StateWord, Table } from '../shell/parts.tsx';
import type { Surprise } from '../shell/results.tsx';
import { Surprises } from '../shell/results.tsx';
import { createSettings, flag, oneOf } from '../shell/settings.ts';
import { createLiveRun } from '../trace/live-run.ts';
import { endOf } from '../trace/stage.ts';
import { FAILURE_NAMES, FAILURES, nameOfError } from './failures.ts';
import { paceField, paceOf, Speed } from './pace.tsx';
import type { StopSettings } from './stop.run.ts';
import { fateOf, outcomeOf, stopRun, tally } from './stop.run.ts';

const settings = createSettings({
  policy: oneOf(['continue', 'stop'], 'continue'),
  error: oneOf(FAILURE_NAMES, 'error'),
  late: flag(false),
  pace: paceField,
});
const live = createLiveRun(settings.values, { run: stopRun, pace: ({ pace }) => paceOf(pace) });

const POLICIES = { continue: "'continue' (default)", stop: "'stop'" } as const;

const told = (
  asked: string,
  wanted: Partial<StopSettings>,
  tell: 'tally' | 'third' | 'second' | 'fifth',
): Surprise => ({
  asked,
  href: settings.href(wanted),
  async run() {
    const tasks = await outcomeOf({ policy: 'continue', error: 'error', late: false, ...wanted });
    if (tell === 'tally') return tally(tasks);
    return fateOf(tasks[{ second: 1, third: 2, fifth: 4 }[tell]]);
  },
});

const SURPRISES: readonly Surprise[] = [
  told("onError: 'continue', the second throws an Error", {}, 'tally'),
  told("onError: 'stop', the second throws an Error", { policy: 'stop' }, 'tally'),
  told("onError: 'stop': the task behind it", { policy: 'stop' }, 'third'),
  told("onError: 'stop': a task that is enqueued later", { policy: 'stop', late: true }, 'fifth'),
  told("the second throws new TaskError('connection refused')", { error: 'final' }, 'second'),
  told("onError: 'stop', the second throws a CancelledError", { policy: 'stop', error: 'cancelled' }, 'tally'),
];

function Stop(): VNode {
  const { policy, error, late, pace } = settings.values.value;
  const { tasks, now, running, refusal } = live.frame.value;
  return (
    <FigurePage
      id="stop"
      busy={running}
      notice={
        <>
          With <code>stop</code>, the first error ends all that waits: those tasks end as <code>error</code>, not as
          cancelled, and their functions are never called.
        </>
      }
    >
      <Controls>
        <Choice label="onError" value={policy} options={POLICIES} onChange={(word) => settings.set({ policy: word })} />
        <Pick
          label="The second task throws"
          value={error}
          options={FAILURES}
          onChange={(word) => settings.set({ error: word })}
        />
        <Switch label="A fifth task, later" on={late} onChange={(on) => settings.set({ late: on })} />
        <Speed value={pace} onChange={(word) => settings.set({ pace: word })} again={live.again} />
      </Controls>
      {refusal !== undefined && <p role="alert">{refusal}</p>}
      <Part title="What became of them">
        <Facts
          facts={[
            { name: 'outcome', value: tally(tasks) },
            { name: 'calls of a body', value: String(tasks.reduce((sum, { calls }) => sum + calls.length, 0)) },
          ]}
        />
        <Timeline name="Timeline" tracks={tasks.map((task) => taskTrack(task, now))} to={endOf(tasks)} />
        <Legend of={['in the queue', 'call that succeeds', 'call that fails']} />
        <Table
          name="Tasks"
          columns={['Task', 'State', 'Error', 'retryable in task:done', 'Calls', 'Ended at']}
          rows={tasks.map((task) => [
            task.name,
            <StateWord key="state" state={task.state} />,
            'error' in task ? nameOfError(task.error) : '–',
            <RetryableWord key="retryable" retryable={task.retryable} />,
            String(task.calls.length),
            formatMs(task.endedAt),
          ])}
        />
      </Part>
      <Part title="Results worth a look">
        <Surprises of={SURPRISES} />
      </Part>
    </FigurePage>
  );
}

mountPage(<Stop />);
