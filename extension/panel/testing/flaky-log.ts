import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

// The recording of 10 000 tasks and, beside it, what the runtimes themselves said while it was made. The answers that a
// view must show are worked out from that log alone: nothing here knows the model.

const unpacked = (name: string): Buffer => gunzipSync(readFileSync(`e2e/data/${name}.jsonl.gz`));

export const flakyRecording = (): Uint8Array<ArrayBuffer> => new Uint8Array(unpacked('flaky-10k'));

interface Entry {
  readonly kind: 'task' | 'layer';
  readonly runtime: string;
  readonly task?: string;
  readonly event: {
    readonly type: string;
    readonly at: number;
    readonly id?: string;
    readonly name?: string;
    readonly slot?: number;
    readonly state?: string;
    readonly retryable?: boolean;
    readonly registeredAt?: number;
    readonly startedAt?: number;
    readonly endedAt?: number;
    readonly layer?: number;
    readonly parentLayer?: number;
    readonly kind?: string;
    readonly attempt?: number;
    readonly decision?: string;
    readonly outcome?: string;
    readonly planned?: number;
    readonly real?: number;
    readonly error?: LoggedError;
  };
}

export interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly type?: string;
}

/** A wait between two attempts of a retry. */
export interface LoggedWait {
  readonly from: number;
  readonly planned: number;
  /** Undefined: it goes on when the log ends. */
  real: number | undefined;
}

interface LoggedLayer {
  readonly layer: number;
  readonly parent: number | undefined;
  readonly kind: string;
  attempts: number;
  firedAt: number | undefined;
  endedAt: number | undefined;
  outcome: string | undefined;
}

/** A task as the log tells it. Times are epoch ms. */
export interface LoggedTask {
  readonly id: string;
  readonly runtime: string;
  readonly name: string;
  readonly registeredAt: number;
  startedAt: number | undefined;
  endedAt: number | undefined;
  slot: number | undefined;
  state: string;
  retryable: boolean;
  error: LoggedError | undefined;
  readonly layers: LoggedLayer[];
  readonly waits: LoggedWait[];
}

/** Every task of the log, in the order of registration. */
export function flakyLog(): readonly LoggedTask[] {
  const tasks = new Map<string, LoggedTask>();
  const open = new Map<string, LoggedWait>();
  for (const line of unpacked('flaky-10k.log').toString('utf8').split('\n')) {
    if (line === '') continue;
    const { runtime, event, task: of }: Entry = JSON.parse(line);
    const id = of ?? event.id ?? '';
    if (event.type === 'task:registered') {
      tasks.set(id, {
        id,
        runtime,
        name: event.name ?? '',
        registeredAt: event.at,
        startedAt: undefined,
        endedAt: undefined,
        slot: undefined,
        state: 'pending',
        retryable: false,
        error: undefined,
        layers: [],
        waits: [],
      });
      continue;
    }
    const task = tasks.get(id);
    if (task === undefined) continue;
    const layer = task.layers.find((known) => known.layer === event.layer);
    const waitKey = `${id} ${event.layer} ${event.attempt}`;
    switch (event.type) {
      case 'task:started':
        task.startedAt = event.at;
        task.slot = event.slot;
        task.state = 'running';
        break;
      case 'task:done':
        task.endedAt = event.endedAt;
        task.state = event.state ?? '';
        task.retryable = event.retryable === true;
        task.error = event.error;
        break;
      case 'layer-start':
        task.layers.push({
          layer: event.layer ?? 0,
          parent: event.parentLayer,
          kind: event.kind ?? '',
          attempts: 0,
          firedAt: undefined,
          endedAt: undefined,
          outcome: undefined,
        });
        break;
      case 'attempt-start':
        if (layer) layer.attempts += 1;
        break;
      case 'attempt-end':
        if (event.decision === 'retried') {
          const wait: LoggedWait = { from: event.at, planned: event.planned ?? 0, real: undefined };
          task.waits.push(wait);
          open.set(waitKey, wait);
        }
        break;
      case 'wait-end': {
        const wait = open.get(waitKey);
        if (wait) wait.real = event.real;
        break;
      }
      case 'timeout-fired':
        if (layer) layer.firedAt = event.at;
        break;
      case 'layer-end':
        if (layer) {
          layer.endedAt = event.at;
          layer.outcome = event.outcome;
        }
        break;
    }
  }
  return [...tasks.values()];
}

/** Calls beyond the first of each retry. */
export const retriesOf = (task: LoggedTask): number =>
  task.layers.reduce((sum, { kind, attempts }) => sum + (kind === 'retry' ? Math.max(0, attempts - 1) : 0), 0);

/** Attempts of the outermost retry, as the list counts them. */
export function attemptsOf(task: LoggedTask): number {
  const isInRetry = (parent: number | undefined): boolean => {
    const around = task.layers.find(({ layer }) => layer === parent);
    return around !== undefined && (around.kind === 'retry' || isInRetry(around.parent));
  };
  return task.layers.findLast(({ kind, parent }) => kind === 'retry' && !isInRetry(parent))?.attempts ?? 0;
}

/** The last moment of which a runtime told. */
export function knownUntil(tasks: readonly LoggedTask[], runtime: string): number {
  return Math.max(
    ...tasks
      .filter((task) => task.runtime === runtime)
      .flatMap(({ registeredAt, startedAt, endedAt }) => [registeredAt, startedAt ?? 0, endedAt ?? 0]),
  );
}
