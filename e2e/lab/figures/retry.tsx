import type { VNode } from 'preact';
import { Legend, Timeline } from '../draw/timeline.tsx';
import { taskTrack } from '../draw/tracks.ts';
import { formatMs, plural } from '../draw/units.ts';
import { Amount, Choice, Controls, Pick } from '../shell/controls.tsx';
import { FigurePage, mountPage } from '../shell/page.tsx';
import { Code, Facts, Part, RetryableWord, StateWord, Table } from '../shell/parts.tsx';
import type { Surprise } from '../shell/results.tsx';
import { Surprises } from '../shell/results.tsx';
import { createSettings, oneOf, whole } from '../shell/settings.ts';
import { createLiveRun } from '../trace/live-run.ts';
import { endOf } from '../trace/stage.ts';
import { Clients } from './clients-view.tsx';
import { FAILURE_NAMES, FAILURES, nameOfError } from './failures.ts';
import { paceField, paceOf, Speed } from './pace.tsx';
import type { RetryOutcome, RetrySettings, Told } from './retry.run.ts';
import { attemptsOf, RETRY_DEFAULTS, retryCode, retryOutcome, retryRun, waitsOf } from './retry.run.ts';

const settings = createSettings({
  retries: whole(RETRY_DEFAULTS.retries, 0, 6),
  failures: whole(RETRY_DEFAULTS.failures, 0, 8),
  error: oneOf(FAILURE_NAMES, RETRY_DEFAULTS.error),
  backoff: oneOf(['exponential', 'fixed', 'none'], RETRY_DEFAULTS.backoff),
  base: whole(RETRY_DEFAULTS.base, 10, 1000),
  jitter: oneOf(['none', 'full', 'equal', 'decorrelated'], RETRY_DEFAULTS.jitter),
  predicate: oneOf(['none', 'veto', 'allow'], RETRY_DEFAULTS.predicate),
  took: whole(RETRY_DEFAULTS.took, 0, 500),
  seed: whole(RETRY_DEFAULTS.seed, 0, 999_999),
  pace: paceField,
});

/** What the last run told besides its trace. */
let told: Told = { onAttempt: 0, bus: new Map() };
const live = createLiveRun(settings.values, {
  run(values) {
    told = { onAttempt: 0, bus: new Map() };
    return retryRun(values, told);
  },
  shown: (values) => retryRun(values),
  pace: ({ pace }) => paceOf(pace),
});

const BACKOFFS = { exponential: 'exponential', fixed: 'fixed', none: 'none' } as const;
const JITTERS = { none: 'none', full: 'full', equal: 'equal', decorrelated: 'decorrelated' } as const;
const PREDICATES = { none: 'none', veto: '() => false', allow: '() => true' } as const;

const asked = (
  text: string,
  wanted: Partial<RetrySettings>,
  tell: (outcome: RetryOutcome) => string = ({ attempts }) => plural(attempts.length, 'attempt'),
): Surprise => ({ asked: text, href: settings.href(wanted), run: async () => tell(await retryOutcome(wanted)) });

const ended = ({ attempts }: RetryOutcome): string =>
  `${plural(attempts.length, 'attempt')}, ${attempts.at(-1)?.decision ?? 'no decision'}`;

const SURPRISES: readonly Surprise[] = [
  asked('retries: 3, the first two calls fail', {}, ({ attempts, onAttempt, task }) => {
    return `${task.state} after ${plural(attempts.length, 'attempt')}; onAttempt was called ${plural(onAttempt, 'time')}`;
  }),
  asked('retries: 3, every call fails', { failures: 8 }, ended),
  asked("retries: 3, throws new TaskError('connection refused')", { failures: 8, error: 'final' }, ended),
  asked("retries: 3, throws new TaskError('…', { type: 'network' })", { failures: 8, error: 'network' }, ended),
  asked("retries: 3, throws new TaskError('…', { retryable: true })", { failures: 8, error: 'retryable' }, ended),
  asked('a TaskError, and retryable: () => true', { failures: 8, error: 'final', predicate: 'allow' }, ended),
  asked('an Error, and retryable: () => false', { failures: 8, predicate: 'veto' }, ended),
  asked(
    'exponentialBackoff(), without jitter',
    { retries: 4, failures: 8 },
    ({ attempts }) => `waits of ${waitsOf(attempts)}`,
  ),
  asked('retryAfter: 250 and no delay', { failures: 2, error: 'limited', backoff: 'none' }, ({ attempts }) => {
    return `waits of ${waitsOf(attempts)}`;
  }),
  asked('the events of a task with 4 attempts on the bus', { failures: 8 }, ({ bus }) => {
    const seen = [...bus].filter(([type]) => type.startsWith('task:'));
    return seen.map(([type, count]) => `${count} ${type}`).join(', ');
  }),
];

function Retry(): VNode {
  const values = settings.values.value;
  const { tasks, now, running, refusal } = live.frame.value;
  const [task] = tasks;
  const attempts = attemptsOf(task);
  const last = attempts.at(-1);
  return (
    <FigurePage
      id="retry"
      busy={running}
      notice={
        <>
          <code>retries: n</code> means up to 1 + n calls, and a <code>TaskError</code> is tried again only if it says{' '}
          <code>retryable: true</code>; a plain <code>Error</code> is.
        </>
      }
    >
      <Controls>
        <Amount
          label="retries"
          value={values.retries}
          min={0}
          max={6}
          onChange={(retries) => settings.set({ retries })}
        />
        <Amount
          label="Calls that fail"
          value={values.failures}
          min={0}
          max={8}
          onChange={(failures) => settings.set({ failures })}
        />
        <Pick
          label="They throw"
          value={values.error}
          options={FAILURES}
          onChange={(error) => settings.set({ error })}
        />
        <Choice
          label="Back-off"
          value={values.backoff}
          options={BACKOFFS}
          onChange={(backoff) => settings.set({ backoff })}
        />
        <Amount
          label={values.backoff === 'fixed' ? 'delay' : 'base'}
          value={values.base}
          min={10}
          max={1000}
          step={10}
          unit="ms"
          onChange={(base) => settings.set({ base })}
        />
        <Choice
          label="Jitter"
          value={values.jitter}
          options={JITTERS}
          onChange={(jitter) => settings.set({ jitter })}
        />
        <Choice
          label="retryable predicate"
          value={values.predicate}
          options={PREDICATES}
          onChange={(predicate) => settings.set({ predicate })}
        />
        <Amount
          label="A call takes"
          value={values.took}
          min={0}
          max={500}
          step={10}
          unit="ms"
          onChange={(took) => settings.set({ took })}
        />
        <button type="button" class="button" onClick={() => settings.set({ seed: values.seed + 1 })}>
          Other chance
        </button>
        <Speed value={values.pace} onChange={(pace) => settings.set({ pace })} again={live.again} />
      </Controls>
      {refusal !== undefined && (
        <p class="refusal" role="alert">
          Refused when it was built: {refusal}
        </p>
      )}
      {task !== undefined && (
        <Part title="One task">
          <Facts
            facts={[
              { name: 'attempts', value: `${attempts.length} of ${1 + values.retries}` },
              { name: 'onAttempt calls', value: String(told.onAttempt) },
              { name: 'decided by', value: last?.decision ?? '–' },
              { name: 'waits planned', value: waitsOf(attempts) },
              { name: 'all of it took', value: formatMs(task.endedAt) },
            ]}
          />
          <Timeline name="Timeline" tracks={[taskTrack(task, now)]} to={endOf(tasks)} />
          <Legend of={['call that succeeds', 'call that fails', 'wait between attempts']} />
          <Table
            name="Attempts"
            columns={['#', 'Began at', 'Took', 'Error', 'Decision', 'Waited / plan']}
            rows={attempts.map((one) => [
              String(one.attempt),
              formatMs(one.from),
              formatMs(one.to === undefined ? undefined : one.to - one.from),
              'error' in one ? nameOfError(one.error) : '–',
              one.decision ?? '–',
              one.planned === undefined ? '–' : `${formatMs(one.real)} / ${formatMs(one.planned)}`,
            ])}
          />
          <p class="figure__aside">
            The task ended as <StateWord state={task.state} />, <code>retryable</code> in <code>task:done</code>:{' '}
            <RetryableWord retryable={task.retryable} />.
          </p>
          <Code name="Code" text={retryCode(values)} />
        </Part>
      )}
      <Clients retries={Math.max(1, Math.min(4, values.retries))} base={values.base} seed={values.seed} />
      <Part title="Results worth a look">
        <Surprises of={SURPRISES} />
      </Part>
    </FigurePage>
  );
}

mountPage(<Retry />);
