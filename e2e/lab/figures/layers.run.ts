import type { LayerKind, TaskFn } from 'tasklens';
import { pipe, retryOnTimeout } from 'tasklens';
import { traced } from 'tasklens/bridge';
import type { Run, Stage } from '../trace/stage.ts';
import { runAtOnce } from '../trace/stage.ts';
import type { TaskTrace } from '../trace/trace.ts';
import type { FailureName } from './failures.ts';
import { fail, nameOfError } from './failures.ts';

export const LAYERS = ['fallback', 'timeout', 'retry'] as const;
export type LayerName = (typeof LAYERS)[number];

/** A layer in its place, outermost first. */
export interface Placed {
  readonly layer: LayerName;
  readonly on: boolean;
}

export interface LayersSettings {
  readonly stack: readonly Placed[];
  readonly outcome: FailureName | 'ok';
  /** ms that a call takes. */
  readonly took: number;
  /** ms */
  readonly budget: number;
  readonly retries: number;
  /** What `shouldFallback` says. */
  readonly cover: 'default' | 'all';
  readonly predicate: 'none' | 'allow';
  /** The timeout is `retryOnTimeout`. */
  readonly translate: boolean;
}

export const LAYERS_DEFAULTS: LayersSettings = {
  stack: LAYERS.map((layer) => ({ layer, on: true })),
  outcome: 'error',
  took: 30,
  budget: 100,
  retries: 2,
  cover: 'default',
  predicate: 'none',
  translate: false,
};

/** `fallback,-timeout,retry`: outermost first, a dash before one that is off. Each layer exactly once. */
export function readStack(text: string): readonly Placed[] | undefined {
  const stack = text.split(',').flatMap((word): Placed[] => {
    const on = !word.startsWith('-');
    const layer = LAYERS.find((name) => name === (on ? word : word.slice(1)));
    return layer === undefined ? [] : [{ layer, on }];
  });
  return stack.length === LAYERS.length && new Set(stack.map(({ layer }) => layer)).size === LAYERS.length
    ? stack
    : undefined;
}

export const writeStack = (stack: readonly Placed[]): string =>
  stack.map(({ layer, on }) => (on ? layer : `-${layer}`)).join();

/** The layer, one place further out or further in. */
export function moved(stack: readonly Placed[], from: number, by: -1 | 1): readonly Placed[] {
  const [one, other] = [stack[from], stack[from + by]];
  if (one === undefined || other === undefined) return stack;
  return stack.map((placed, at) => (at === from ? other : at === from + by ? one : placed));
}

type Wrap = (fn: TaskFn<string>) => TaskFn<string>;

function wrapOf(layer: LayerName, settings: LayersSettings, stage: Stage): Wrap {
  const { observe } = stage;
  const { budget, retries, cover, predicate, translate } = settings;
  switch (layer) {
    case 'retry':
      return (fn) =>
        traced.retry(fn, { retries, observe, ...(predicate === 'allow' ? { retryable: () => true } : {}) });
    case 'timeout':
      if (!translate) return (fn) => traced.withTimeout(fn, budget, { observe });
      return (fn) => retryOnTimeout(fn, budget, { observe });
    case 'fallback': {
      const smaller = stage.body(async () => 'the smaller photo', 'fallback');
      return (fn) =>
        traced.withFallback(fn, (ctx) => smaller(ctx), cover === 'all' ? () => true : undefined, { observe });
    }
  }
}

/** One task whose function is wrapped as the stack says. */
export const layersRun =
  (settings: LayersSettings): Run =>
  async (stage) => {
    const runtime = stage.runtime({ name: 'layers', concurrency: 1 });
    const upload = stage.body(async (ctx) => {
      await stage.clock.sleep(settings.took, ctx.signal);
      return settings.outcome === 'ok' ? 'the photo' : fail(settings.outcome, ctx);
    });
    const wraps = settings.stack.filter(({ on }) => on).map(({ layer }) => wrapOf(layer, settings, stage));
    // The outermost stands first in the list and last in the pipe.
    const fn = pipe(upload, ...wraps.reverse());
    const task = runtime.enqueue(fn, { name: 'upload' });
    await runtime.onIdle();
    if (task.state === 'success') values.set(stage, await task.promise);
  };

/** What a run's task returned. */
const values = new WeakMap<Stage, string>();

/** The composition as one writes it: `withFallback(withTimeout(retry(upload)))`. */
export function layersCode({ stack, budget, retries, cover, predicate, translate }: LayersSettings): string {
  const on = stack.filter((placed) => placed.on).map(({ layer }) => layer);
  const timeout = translate ? 'retryOnTimeout' : 'withTimeout';
  const lines = [...on].reverse().map((layer) => {
    if (layer === 'timeout') return `  (fn) => ${timeout}(fn, ${budget}),`;
    if (layer === 'fallback') return `  (fn) => withFallback(fn, smaller${cover === 'all' ? ', () => true' : ''}),`;
    return `  (fn) => retry(fn, { retries: ${retries}${predicate === 'allow' ? ', retryable: () => true' : ''} }),`;
  });
  const names = { retry: 'retry', timeout, fallback: 'withFallback' };
  const imports = ['pipe', ...on.map((layer) => names[layer])].sort();
  if (lines.length === 0) return 'const robust = upload;\n';
  return `import { ${imports.join(', ')} } from 'tasklens';\n\n// Innermost first.\nconst robust = pipe(\n  upload,\n${lines.join('\n')}\n);\n`;
}

/** `withFallback(withTimeout(retry(upload)))`. */
export function layersFormula({ stack, translate }: Pick<LayersSettings, 'stack' | 'translate'>): string {
  const names = { retry: 'retry', timeout: translate ? 'retryOnTimeout' : 'withTimeout', fallback: 'withFallback' };
  const on = stack.filter((placed) => placed.on).map(({ layer }) => `${names[layer]}(`);
  return `${on.join('')}upload${')'.repeat(on.length)}`;
}

export const callsOf = (task: TaskTrace | undefined, part: 'main' | 'fallback'): number =>
  task?.calls.filter((call) => call.part === part).length ?? 0;

export const KIND_OF: Readonly<Record<LayerName, LayerKind>> = {
  fallback: 'fallback',
  timeout: 'timeout',
  retry: 'retry',
};

export const stackOf = (...on: readonly LayerName[]): readonly Placed[] => [
  ...on.map((layer) => ({ layer, on: true })),
  ...LAYERS.filter((layer) => !on.includes(layer)).map((layer) => ({ layer, on: false })),
];

/** What came of it, in a line. */
export async function layersOutcome(wanted: Partial<LayersSettings>): Promise<string> {
  const stage = await runAtOnce(layersRun({ ...LAYERS_DEFAULTS, ...wanted }));
  const [task] = stage.tasks;
  if (task === undefined) throw new Error('the run made no task');
  const value = values.get(stage);
  const end = value === undefined ? `${task.state} ${nameOfError(task.error)}` : `${task.state} with ${value}`;
  const calls = callsOf(task, 'main');
  const { on: falls } = (wanted.stack ?? LAYERS_DEFAULTS.stack).find(({ layer }) => layer === 'fallback') ?? {};
  const fallback = falls ? `, fallback ${callsOf(task, 'fallback') > 0 ? 'called' : 'not called'}` : '';
  return `upload called ${calls === 1 ? 'once' : `${calls} times`}${fallback}; ${end}`;
}
