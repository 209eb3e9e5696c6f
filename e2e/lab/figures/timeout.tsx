import type { ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import { Legend, Timeline } from '../draw/timeline.tsx';
import type { Track } from '../draw/tracks.ts';
import { taskTrack } from '../draw/tracks.ts';
import { formatMs } from '../draw/units.ts';
import { Amount, Choice, Controls } from '../shell/controls.tsx';
import { FigurePage, mountPage } from '../shell/page.tsx';
import { Part, RetryableWord, StateWord, Table } from '../shell/parts.tsx';
import type { Surprise } from '../shell/results.tsx';
import { Surprises } from '../shell/results.tsx';
import { createSettings, oneOf, whole } from '../shell/settings.ts';
import { createLiveRun } from '../trace/live-run.ts';
import type { Frame, Pace } from '../trace/stage.ts';
import { endOf } from '../trace/stage.ts';
import { nameOfError } from './failures.ts';
import type { Moments, StreamSettings } from './timeout.run.ts';
import {
  KINDS,
  momentsAtOnce,
  momentsOf,
  STREAM_DEFAULTS,
  streamAtOnce,
  streamRun,
  TIMEOUT_DEFAULTS,
  timeoutRun,
} from './timeout.run.ts';

const CLOCKS = { virtual: 'virtual, at once', real: "the system's, live" } as const;

const settings = createSettings({
  took: whole(TIMEOUT_DEFAULTS.took, 0, 3000),
  budget: whole(TIMEOUT_DEFAULTS.budget, 0, 3000),
  gap: whole(STREAM_DEFAULTS.gap, 0, 500),
  chunks: whole(STREAM_DEFAULTS.chunks, 0, 10),
  tail: whole(STREAM_DEFAULTS.tail, 0, 500),
  silence: whole(STREAM_DEFAULTS.silence, 0, 500),
  clock: oneOf(['virtual', 'real'], 'virtual'),
});

const paceOf = ({ clock }: { readonly clock: keyof typeof CLOCKS }): Pace =>
  clock === 'real' ? 'real' : Number.POSITIVE_INFINITY;
const bodies = createLiveRun(settings.values, { run: timeoutRun, pace: paceOf });
const streams = createLiveRun(settings.values, { run: streamRun, pace: paceOf });

const moments = (asked: string, kind: (typeof KINDS)[number], tell: (moments: Moments) => string): Surprise => ({
  asked,
  href: settings.href({}),
  run: async () => tell(await momentsAtOnce(kind, TIMEOUT_DEFAULTS)),
});

const stream = (asked: string, name: string, wanted: Partial<StreamSettings>): Surprise => ({
  asked,
  href: settings.href(wanted),
  async run() {
    const { state, endedAt, error } = await streamAtOnce(name, wanted);
    return `${state}${error === undefined ? '' : ` ${nameOfError(error)}`} at ${formatMs(endedAt)}`;
  },
});

const exits = ({ firedAt, exitedAt, task }: Moments): string =>
  `fires at ${formatMs(firedAt)}, exits at ${formatMs(exitedAt)}, ${nameOfError(task.error)}`;
const starts = ({ delay }: Moments): string => `starts ${formatMs(delay)} after the timeout fired`;

const SURPRISES: readonly Surprise[] = [
  moments('80 ms of work under a budget of 20, signal handed on', 'cooperative', exits),
  moments('the same, signal ignored', 'uncooperative', exits),
  moments('the task behind the first', 'cooperative', starts),
  moments('the task behind the second', 'uncooperative', starts),
  stream('a chunk every 50 ms, withActivityTimeout(stream, 60)', 'withActivityTimeout', {}),
  stream('the same stream, withTimeout(stream, 60)', 'withTimeout', {}),
  stream('the same with 80 ms of silence at its end, withActivityTimeout', 'withActivityTimeout', { tail: 80 }),
];

/** The row of a follower says how late it is. */
function tracksOf({ tasks, now }: Frame): readonly Track[] {
  return KINDS.flatMap((kind) => {
    const found = momentsOf(kind, tasks);
    if (found === undefined) return [];
    const { task, follower, delay } = found;
    const late = delay === undefined ? undefined : `waits ${formatMs(delay)} after the timeout`;
    return [taskTrack(task, now), ...(follower === undefined ? [] : [taskTrack(follower, now, late)])];
  });
}

function Bodies({ frame }: { readonly frame: ReadonlySignal<Frame> }): VNode {
  const { tasks } = frame.value;
  return (
    <Part title="One budget, two bodies">
      <Timeline name="Timeline of the two bodies" tracks={tracksOf(frame.value)} to={endOf(tasks)} />
      <Legend of={['in the queue', 'call that succeeds', 'call that fails', 'timeout fires', 'body exits']} />
      <Table
        name="Moments"
        columns={['Body', 'Timeout fires', 'Body exits', 'Ends as', 'Error', 'retryable', 'Its follower starts']}
        rows={KINDS.flatMap((kind) => {
          const found = momentsOf(kind, tasks);
          if (found === undefined) return [];
          const { task, follower, firedAt, exitedAt } = found;
          return [
            [
              kind,
              formatMs(firedAt),
              formatMs(exitedAt),
              <StateWord key="state" state={task.state} />,
              'error' in task ? nameOfError(task.error) : '–',
              <RetryableWord key="retryable" retryable={task.retryable} />,
              formatMs(follower?.startedAt),
            ],
          ];
        })}
      />
    </Part>
  );
}

function Streams({ frame }: { readonly frame: ReadonlySignal<Frame> }): VNode {
  const { tasks, now } = frame.value;
  return (
    <Part title="A stream that comes in chunks">
      <p class="figure__aside">
        <code>withActivityTimeout</code> counts from the last <code>ctx.resetTimeout()</code>: as long as something
        comes it is no timeout, and silence is one.
      </p>
      <Timeline name="Timeline of the streams" tracks={tasks.map((task) => taskTrack(task, now))} to={endOf(tasks)} />
      <Legend of={['call that succeeds', 'call that fails', 'timeout fires', 'body exits', 'sign of life']} />
      <Table
        name="Streams"
        columns={['Under', 'Ends as', 'Error', 'Chunks that came', 'Ended at']}
        rows={tasks.map((task) => [
          task.name,
          <StateWord key="state" state={task.state} />,
          'error' in task ? nameOfError(task.error) : '–',
          String(task.resets.length),
          formatMs(task.endedAt),
        ])}
      />
    </Part>
  );
}

function Timeouts(): VNode {
  const values = settings.values.value;
  const again = (): void => {
    bodies.again();
    streams.again();
  };
  return (
    <FigurePage
      id="timeout"
      busy={bodies.frame.value.running || streams.frame.value.running}
      notice={
        <>
          A timeout aborts the signal and then waits for the body: one that ignores the signal keeps its slot, and the
          task behind it waits until the body has really ended.
        </>
      }
    >
      <Controls>
        <Amount
          label="The body takes"
          value={values.took}
          min={0}
          max={values.clock === 'real' ? 3000 : 200}
          step={5}
          unit="ms"
          onChange={(took) => settings.set({ took })}
        />
        <Amount
          label="Timeout"
          value={values.budget}
          min={0}
          max={values.clock === 'real' ? 3000 : 200}
          step={5}
          unit="ms"
          onChange={(budget) => settings.set({ budget })}
        />
        <Choice label="Clock" value={values.clock} options={CLOCKS} onChange={(clock) => settings.set({ clock })} />
        <button type="button" class="button" onClick={again}>
          Run again
        </button>
      </Controls>
      <Bodies frame={bodies.frame} />
      <Controls name="Settings of the stream">
        <Amount
          label="A chunk every"
          value={values.gap}
          min={0}
          max={500}
          step={10}
          unit="ms"
          onChange={(gap) => settings.set({ gap })}
        />
        <Amount label="Chunks" value={values.chunks} min={0} max={10} onChange={(chunks) => settings.set({ chunks })} />
        <Amount
          label="Silence at the end"
          value={values.tail}
          min={0}
          max={500}
          step={10}
          unit="ms"
          onChange={(tail) => settings.set({ tail })}
        />
        <Amount
          label="Timeout of both"
          value={values.silence}
          min={0}
          max={500}
          step={10}
          unit="ms"
          onChange={(silence) => settings.set({ silence })}
        />
      </Controls>
      <Streams frame={streams.frame} />
      <Part title="Results worth a look">
        <Surprises of={SURPRISES} />
      </Part>
    </FigurePage>
  );
}

mountPage(<Timeouts />);
