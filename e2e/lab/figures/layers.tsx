import type { VNode } from 'preact';
import { Legend, Timeline } from '../draw/timeline.tsx';
import type { Track } from '../draw/tracks.ts';
import { callSpans, waitSpans } from '../draw/tracks.ts';
import { formatMs } from '../draw/units.ts';
import { Amount, Choice, Controls, Pick, Switch } from '../shell/controls.tsx';
import { FigurePage, mountPage } from '../shell/page.tsx';
import { Code, Facts, Part, RetryableWord, StateWord } from '../shell/parts.tsx';
import type { Surprise } from '../shell/results.tsx';
import { Surprises } from '../shell/results.tsx';
import type { Field } from '../shell/settings.ts';
import { createSettings, flag, oneOf, whole } from '../shell/settings.ts';
import { createLiveRun } from '../trace/live-run.ts';
import { endOf } from '../trace/stage.ts';
import type { TaskTrace } from '../trace/trace.ts';
import { FAILURE_NAMES, FAILURES, nameOfError } from './failures.ts';
import type { LayersSettings, Placed } from './layers.run.ts';
import {
  callsOf,
  KIND_OF,
  LAYERS_DEFAULTS,
  layersCode,
  layersFormula,
  layersOutcome,
  layersRun,
  moved,
  readStack,
  stackOf,
  writeStack,
} from './layers.run.ts';
import { paceField, paceOf, Speed } from './pace.tsx';

const stackField: Field<readonly Placed[]> = { initial: LAYERS_DEFAULTS.stack, read: readStack, write: writeStack };

const settings = createSettings({
  stack: stackField,
  outcome: oneOf([...FAILURE_NAMES, 'ok'], LAYERS_DEFAULTS.outcome),
  took: whole(LAYERS_DEFAULTS.took, 0, 300),
  budget: whole(LAYERS_DEFAULTS.budget, 0, 300),
  retries: whole(LAYERS_DEFAULTS.retries, 0, 5),
  cover: oneOf(['default', 'all'], LAYERS_DEFAULTS.cover),
  predicate: oneOf(['none', 'allow'], LAYERS_DEFAULTS.predicate),
  translate: flag(LAYERS_DEFAULTS.translate),
  pace: paceField,
});
const live = createLiveRun(settings.values, { run: layersRun, pace: ({ pace }) => paceOf(pace) });

const OUTCOMES = { ok: 'nothing: it succeeds', ...FAILURES } as const;
const COVERS = { default: 'default', all: '() => true' } as const;
const PREDICATES = { none: 'none', allow: '() => true' } as const;

const asked = (text: string, wanted: Partial<LayersSettings>): Surprise => ({
  asked: text,
  href: settings.href(wanted),
  run: () => layersOutcome(wanted),
});

/** A call that takes longer than the budget. */
const slow = { took: 150, budget: 100 } as const;

const SURPRISES: readonly Surprise[] = [
  asked('withTimeout(retry(upload)), too slow', { ...slow, stack: stackOf('timeout', 'retry') }),
  asked('retry(withTimeout(upload)), too slow', { ...slow, stack: stackOf('retry', 'timeout') }),
  asked('retry(withTimeout(upload), { retryable: () => true })', {
    ...slow,
    stack: stackOf('retry', 'timeout'),
    predicate: 'allow',
  }),
  asked('retry(retryOnTimeout(upload), { retries: 2 })', {
    ...slow,
    stack: stackOf('retry', 'timeout'),
    translate: true,
  }),
  asked('withFallback(withTimeout(upload), smaller)', { ...slow, stack: stackOf('fallback', 'timeout') }),
  asked('withFallback(withTimeout(upload), smaller, () => true)', {
    ...slow,
    stack: stackOf('fallback', 'timeout'),
    cover: 'all',
  }),
  asked('withFallback(retry(upload), smaller), an Error each time', { stack: stackOf('fallback', 'retry') }),
  asked("withFallback(retry(upload), smaller), new TaskError('…')", {
    stack: stackOf('fallback', 'retry'),
    outcome: 'final',
  }),
  asked('retry(withFallback(upload, smaller)), an Error', { stack: stackOf('retry', 'fallback') }),
];

/** A row for each layer, outermost first, then one for the function and one for the fallback. */
function tracksOf(task: TaskTrace, stack: readonly Placed[], now: number): readonly Track[] {
  const on = stack.filter((placed) => placed.on);
  const layers = on.map(({ layer }): Track => {
    const runs = task.layers.filter(({ kind }) => kind === KIND_OF[layer]);
    return {
      name: layer,
      note: [...new Set(runs.map(({ outcome }) => outcome ?? 'under way'))].join(', '),
      spans: [
        ...runs.map(({ from, to, outcome }) => ({
          kind: 'layer' as const,
          from,
          to: to ?? now,
          text: `layer that ends as ${outcome ?? 'not yet known'}`,
        })),
        ...waitSpans(runs, now),
      ],
      marks: runs.flatMap(({ timeouts }) => timeouts.map((at) => ({ kind: 'timeout' as const, at }))),
    };
  });
  const own: Track = { name: 'upload', spans: callSpans(task, now, 'main'), marks: [] };
  if (!on.some(({ layer }) => layer === 'fallback')) return [...layers, own];
  // It takes no time: a line says that it was there.
  const fallback: Track = {
    name: 'smaller (fallback)',
    note: callsOf(task, 'fallback') > 0 ? 'called' : 'not called',
    spans: callSpans(task, now, 'fallback'),
    marks: task.calls.filter(({ part }) => part === 'fallback').map(({ from }) => ({ kind: 'start', at: from })),
  };
  return [...layers, own, fallback];
}

const TITLES = { fallback: 'withFallback', timeout: 'withTimeout', retry: 'retry' } as const;

function Stack({ stack }: { readonly stack: readonly Placed[] }): VNode {
  const set = (next: readonly Placed[]): void => settings.set({ stack: next });
  return (
    <fieldset class="control stack">
      <legend class="control__label">Layers, outermost first</legend>
      <ol class="stack__list">
        {stack.map(({ layer, on }, at) => (
          <li key={layer} class="stack__layer">
            <Switch
              label={TITLES[layer]}
              on={on}
              onChange={(next) => set(stack.map((placed) => (placed.layer === layer ? { layer, on: next } : placed)))}
            />
            <button
              type="button"
              class="button"
              aria-label={`Move ${TITLES[layer]} out`}
              disabled={at === 0}
              onClick={() => set(moved(stack, at, -1))}
            >
              ↑
            </button>
            <button
              type="button"
              class="button"
              aria-label={`Move ${TITLES[layer]} in`}
              disabled={at === stack.length - 1}
              onClick={() => set(moved(stack, at, 1))}
            >
              ↓
            </button>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}

function Layers(): VNode {
  const values = settings.values.value;
  const { tasks, now, running } = live.frame.value;
  const [task] = tasks;
  return (
    <FigurePage
      id="layers"
      busy={running}
      notice={
        <>
          A timeout is not retryable: in either order the function is called once, and by default no fallback stands in
          for it. Other libraries retry a timeout; this one asks you to say so, with <code>retryOnTimeout</code>.
        </>
      }
    >
      <Controls>
        <Stack stack={values.stack} />
        <Pick
          label="upload throws"
          value={values.outcome}
          options={OUTCOMES}
          onChange={(outcome) => settings.set({ outcome })}
        />
        <Amount
          label="A call takes"
          value={values.took}
          min={0}
          max={300}
          step={10}
          unit="ms"
          onChange={(took) => settings.set({ took })}
        />
        <Amount
          label="Timeout"
          value={values.budget}
          min={0}
          max={300}
          step={10}
          unit="ms"
          onChange={(budget) => settings.set({ budget })}
        />
        <Amount
          label="retries"
          value={values.retries}
          min={0}
          max={5}
          onChange={(retries) => settings.set({ retries })}
        />
        <Choice
          label="shouldFallback"
          value={values.cover}
          options={COVERS}
          onChange={(cover) => settings.set({ cover })}
        />
        <Choice
          label="retryable predicate"
          value={values.predicate}
          options={PREDICATES}
          onChange={(predicate) => settings.set({ predicate })}
        />
        <Switch label="retryOnTimeout" on={values.translate} onChange={(translate) => settings.set({ translate })} />
        <Speed value={values.pace} onChange={(pace) => settings.set({ pace })} again={live.again} />
      </Controls>
      {task !== undefined && (
        <Part title={layersFormula(values)}>
          <Facts
            facts={[
              { name: 'calls of upload', value: String(callsOf(task, 'main')) },
              { name: 'fallback', value: callsOf(task, 'fallback') > 0 ? 'called' : 'not called' },
              { name: 'the task ended as', value: task.state },
              { name: 'with', value: 'error' in task ? nameOfError(task.error) : 'a value' },
              { name: 'after', value: formatMs(task.endedAt) },
            ]}
          />
          <Timeline name="Timeline" tracks={tracksOf(task, values.stack, now)} to={endOf(tasks)} />
          <Legend of={['call that succeeds', 'call that fails', 'timeout fires']} />
          <p class="figure__aside">
            The task ended as <StateWord state={task.state} />, <code>retryable</code> in <code>task:done</code>:{' '}
            <RetryableWord retryable={task.retryable} />.
          </p>
          <Code name="Code" text={layersCode(values)} />
        </Part>
      )}
      <Part title="Results worth a look">
        <Surprises of={SURPRISES} />
      </Part>
    </FigurePage>
  );
}

mountPage(<Layers />);
