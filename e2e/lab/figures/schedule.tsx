import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Bound } from '../composer/code.ts';
import { codeOf, LIMIT } from '../composer/code.ts';
import type { PolicyNode } from '../composer/node.ts';
import { INITIAL, readNode, writeNode } from '../composer/node.ts';
import { Tree } from '../composer/tree.tsx';
import { Bars } from '../draw/bars.tsx';
import { Legend, Timeline } from '../draw/timeline.tsx';
import { taskTrack } from '../draw/tracks.ts';
import { formatMs, plural } from '../draw/units.ts';
import { Amount, Choice, Controls } from '../shell/controls.tsx';
import { FigurePage, mountPage } from '../shell/page.tsx';
import { Code, Facts, Part } from '../shell/parts.tsx';
import type { Surprise } from '../shell/results.tsx';
import { Surprises } from '../shell/results.tsx';
import type { Field } from '../shell/settings.ts';
import { createSettings, oneOf, whole } from '../shell/settings.ts';
import { createLiveRun } from '../trace/live-run.ts';
import { endOf, runAtOnce } from '../trace/stage.ts';
import { paceField, paceOf, Speed } from './pace.tsx';
import type { Refusals, Steps } from './schedule.run.ts';
import { MOST_CALLS, scheduleRun, stepsOf } from './schedule.run.ts';

const policyField: Field<PolicyNode> = { initial: INITIAL, read: readNode, write: writeNode };

const settings = createSettings({
  policy: policyField,
  bound: oneOf(['policy', 'limit', 'unbounded'], 'policy'),
  took: whole(30, 0, 500),
  seed: whole(1, 0, 999_999),
  pace: paceField,
});

let refusals: Refusals = new Map();
const live = createLiveRun(settings.values, {
  run(values) {
    refusals = new Map();
    return scheduleRun(values, refusals);
  },
  shown: (values) => scheduleRun(values),
  pace: ({ pace }) => paceOf(pace),
});

const MOST_STEPS = 12;
const steps = signal<Steps | undefined>(undefined);

const BOUNDS: Readonly<Record<Bound, string>> = {
  policy: 'the policy alone',
  limit: `retries: ${LIMIT}, until`,
  unbounded: 'unbounded: true',
};

/** `100, 200, 400 ms, then it ends`. */
function said({ delays, ended }: Steps): string {
  const waits = delays.map((delay) => Math.round(delay)).join(', ');
  if (delays.length === 0) return 'it ends at once';
  return `${waits} ms${ended ? ', then it ends' : ' …'}`;
}

function asked(text: string, tell: (steps: Steps) => string = said, most = 6): Surprise {
  const policy = readNode(text);
  if (policy === undefined) throw new Error(`no policy: ${text}`);
  return {
    asked: text,
    href: settings.href({ policy }),
    run: async () => tell(await stepsOf(policy, 0, 1, most)),
  };
}

const longest = ({ delays }: Steps): string =>
  `the longest of ${plural(delays.length, 'wait')}: ${formatMs(Math.max(...delays))}`;

const UNBOUNDED = readNode('exponential(100,2)');

const SURPRISES: readonly Surprise[] = [
  asked('max(exponential(100,2),recurs(3))'),
  asked('min(exponential(100,2),recurs(3))'),
  asked('min(exponential(500,2),spaced(5000))'),
  asked('jittered(min(exponential(500,2),spaced(5000)))', longest, 200),
  asked('min(jittered(exponential(500,2)),spaced(5000))', longest, 200),
  asked(
    'upToDuration(1000,spaced(400))',
    (all) => `${said(all)}: ${formatMs(all.delays.reduce((sum, delay) => sum + delay, 0))} in all`,
  ),
  asked('concat(upToTimes(3,spaced(100)),spaced(1000))'),
  {
    asked: 'retry(upload, { schedule: exponential(100) })',
    href: settings.href({ policy: UNBOUNDED ?? INITIAL }),
    async run() {
      const refused: Refusals = new Map();
      const policy = UNBOUNDED ?? INITIAL;
      await runAtOnce(scheduleRun({ policy, bound: 'policy', took: 0, seed: 1 }, refused));
      return refused.get('retry') ?? 'it was taken';
    },
  },
];

function Consumers(): VNode {
  const { tasks, now } = live.frame.value;
  return (
    <Part title="What retry and repeat make of it">
      {[...refusals].map(([name, message]) => (
        <p class="refusal" role="alert" key={name}>
          <code>{name}</code> refuses it: {message}
        </p>
      ))}
      <Timeline
        name="Timeline"
        tracks={tasks.map((task) => {
          const cut = task.state === 'cancelled' ? ', cut off here' : '';
          return taskTrack(task, now, `${plural(task.calls.length, 'call')}${cut}`);
        })}
        to={endOf(tasks)}
      />
      <Legend of={['call that succeeds', 'call that fails', 'cancelled', 'wait between attempts']} />
      <p class="figure__aside">
        Every call of the retry fails, every call of the repeat succeeds. A first call is always made; the policy says
        what comes after it. What has not ended after {MOST_CALLS} calls is cancelled here.
      </p>
    </Part>
  );
}

function Composer(): VNode {
  const { policy, bound, took, seed, pace } = settings.values.value;
  const { running } = live.frame.value;
  const text = writeNode(policy);
  useEffect(() => {
    let over = false;
    stepsOf(policy, took, seed, MOST_STEPS).then((all) => {
      if (!over) steps.value = all;
    }, reportError);
    return () => {
      over = true;
    };
  }, [text, took, seed]);
  const all = steps.value;
  return (
    <FigurePage
      id="schedule"
      busy={running}
      notice={
        <>
          A policy is a value: it says whether to go on and after which wait, and does nothing by itself.{' '}
          <code>max</code> is “and” and bounds; <code>min</code> is “or” and caps.
        </>
      }
    >
      <Controls>
        <Tree root={policy} onChange={(next) => settings.set({ policy: next })} />
        <Choice
          label="What bounds a run"
          value={bound}
          options={BOUNDS}
          onChange={(next) => settings.set({ bound: next })}
        />
        <Amount
          label="A call takes"
          value={took}
          min={0}
          max={500}
          step={10}
          unit="ms"
          onChange={(next) => settings.set({ took: next })}
        />
        <button type="button" class="button" onClick={() => settings.set({ seed: seed + 1 })}>
          Other chance
        </button>
        <Speed value={pace} onChange={(next) => settings.set({ pace: next })} again={live.again} />
      </Controls>
      {all !== undefined && (
        <Part title="The waits">
          <Facts
            facts={[
              { name: 'waits', value: `${all.delays.length}${all.ended ? '' : ' and more'}` },
              { name: 'together', value: formatMs(all.delays.reduce((sum, delay) => sum + delay, 0)) },
              { name: 'ends by itself', value: all.bounded ? 'yes' : 'no' },
            ]}
          />
          <Bars name="Waits" values={all.delays} end={all.ended ? 'it ends' : 'and so on'} />
        </Part>
      )}
      <Consumers />
      <Part title="As code">
        <Code name="Code" text={codeOf(policy, bound)} />
      </Part>
      <Part title="Results worth a look">
        <Surprises of={SURPRISES} />
      </Part>
    </FigurePage>
  );
}

mountPage(<Composer />);
