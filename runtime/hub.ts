import type { TaskErrorOptions } from './errors.ts';
import type { RuntimeEvent } from './events.ts';
import type { LayerEvent } from './observe.ts';
import type { TaskIdentity } from './task-context.ts';

/** The hub's shape: raised when it changes in a way that an older counterpart would misread. */
export const HUB_VERSION = 1;

const HUB_KEY: unique symbol = Symbol.for('tasklens.hub');

// What a ledger, which is not part of the runtime, needs to record an error as the runtime does.
export { digestError } from './error-digest.ts';
export type * from './events.ts';
export type * from './observe.ts';
export type { TaskIdentity } from './task-context.ts';
export type * from './task-states.ts';

/** What a record keeps of an error: enough for a row, no object of the app. */
export interface ErrorDigest {
  /** `error.name`, or the kind of a value that is no error ("string", "undefined"). */
  readonly name: string;
  /** At most 1 kB. */
  readonly message: string;
  /** The constructor's name: the error class. */
  readonly class: string;
  /** `type` of a TaskError. */
  readonly type?: string;
  /** What the runtime's classifier said. */
  readonly retryable: boolean;
  /** ms */
  readonly retryAfter?: number;
  /** A fault that was put before the taskFn from DevTools, not the app, threw it. */
  readonly injected?: true;
}

/** A task as a runtime remembers it: its events made again, with their seq and original times. */
export interface PastTask {
  /** `task:registered`, then `task:started` and `task:done` as far as it came. */
  readonly events: readonly RuntimeEvent[];
  /** Present once the task's ctx was asked for it; keys the ledgers. */
  readonly identity: TaskIdentity | undefined;
  /** For `task:done` when the error object itself is no longer held. */
  readonly digest: ErrorDigest | undefined;
}

/** One viewer's hold on a runtime: what was, and from now on what is. */
export interface RuntimeAttachment {
  /** The seq of the last event before the attachment: the listener hears `seq + 1` next. */
  readonly seq: number;
  /** `runtime:created` and, where state or concurrency changed since, `runtime:changed` with the present values. */
  readonly runtime: readonly RuntimeEvent[];
  /** Live tasks and the kept history, oldest first. Read it in the turn of the attachment. */
  readonly tasks: Iterable<PastTask>;
  /** What fell out of the history before. */
  readonly dropped: { readonly tasks: number; readonly events: number };
  /** After it the listener hears nothing and nothing is held for it. */
  readonly detach: () => void;
}

/** A runtime as a viewer may have it. */
export interface RuntimeSource {
  readonly kind: 'runtime';
  /** The runtime's id. */
  readonly id: string;
  /** Version of the library copy that made it. */
  readonly library: string;
  readonly attach: (listener: (event: RuntimeEvent) => void) => RuntimeAttachment;
  /** What a row needs of an error that one of its events carries. Without it such an error is not shown. */
  readonly digest?: (error: unknown) => ErrorDigest;
  /** `devtools.redact`: what a viewer gets in place of a value of the app. Asked in the page, before anything leaves it. */
  readonly redact?: Redact | undefined;
  /** Absent in older copies of the library; `undefined` where the app allows no commands. */
  readonly control?: ((onEnd: EndListener) => RuntimeControl) | undefined;
}

/** What a viewer may ask of a runtime: a closed list. Tasks are named by the seq of their registration, which no redaction changes. */
export type RuntimeCommand =
  | { readonly type: 'cancel'; readonly tasks: readonly number[]; readonly reason: string }
  | { readonly type: 'pause' | 'resume' }
  /** Cancels every pending task. */
  | { readonly type: 'clear'; readonly reason: string }
  | { readonly type: 'set-concurrency'; readonly concurrency: number }
  /** Answers how often the rule has acted; one that is there already stays as it is. */
  | { readonly type: 'inject'; readonly rule: FaultRule }
  /** How often it has acted; `lift` takes it away besides. */
  | { readonly type: 'hits'; readonly rule: string }
  | { readonly type: 'lift'; readonly rule: string };

/** How many tasks, or times; or why not. */
export type RuntimeAnswer = number | RuntimeRefusal;

export type RuntimeRefusal =
  /** The runtime is no longer there. */
  | 'gone'
  /** None of the tasks is live. */
  | 'ended'
  | 'stopped'
  /** No such rule, or what would run again, is kept any more. */
  | 'not-held'
  /** It does not know this command. */
  | 'old-library';

/**
 * A fault for the tasks of a runtime whose name matches: it acts before their taskFn, inside of all middlewares of the library, at each
 * attempt anew. First it waits, then it throws in the taskFn's place or calls it.
 */
export interface FaultRule extends Pick<TaskErrorOptions, 'type' | 'retryable' | 'retryAfter'> {
  readonly id: string;
  /** Part of a task's name in any case; with `exact`, all of it. '' is part of every name. */
  readonly name: string;
  readonly exact?: boolean | undefined;
  /** How often it acts; absent: until it is taken away. */
  readonly times?: number | undefined;
  /** What events and rows say of it. */
  readonly fault: string;
  /** ms, by the runtime's clock. */
  readonly delay?: number | undefined;
  /** Waits until the task is aborted. */
  readonly hang?: boolean | undefined;
  readonly error?: 'TaskError' | 'Error' | 'QueueFullError' | undefined;
  readonly message?: string | undefined;
}

/**
 * Hears of each task that ends, before its `task:done`, with what runs its taskFn again: as a new task. The library holds it for nobody:
 * whoever wants to run it again must.
 */
export type EndListener = (id: string, rerun: () => RuntimeAnswer) => void;

/** One viewer's hand on a runtime. */
export interface RuntimeControl {
  /** @throws {RangeError} for an argument that is none */
  readonly act: (command: RuntimeCommand) => RuntimeAnswer;
  /** Its faults act no more, and it hears of no more ends. */
  readonly release: () => void;
}

/** `path`: `name`, `id`, `meta.headers.accept`, `error.message`, `result.0`. */
export type Redact = (path: string, value: unknown) => unknown;

/** A step that a middleware told, with the task it belongs to. Its `seq` counts the ledger's own events. */
export interface LedgerEvent {
  readonly ledgerId: string;
  readonly seq: number;
  /** Absent: a retry outside any runtime (untracked). */
  readonly task: TaskIdentity | undefined;
  /** Tells apart untracked runs; absent where `task` is there. */
  readonly run?: string;
  readonly event: LayerEvent | ReportedRetry | AttemptGap;
  /** For an `attempt-end` or a reported retry with an error. */
  readonly digest?: ErrorDigest;
}

/** What `onAttempt` alone could tell, where no observer is wired. */
export interface ReportedRetry {
  readonly type: 'retry-reported';
  /** 1-based number of the retry; the first call is not counted. */
  readonly attempt: number;
  readonly maxRetries?: number;
  readonly delay: number;
  readonly requested: number;
  readonly capped?: 'min' | 'max';
  readonly label?: string;
  readonly startedAt: number;
  readonly failedAt: number;
}

/** Attempts that a long ledger no longer holds: totals stay exact, the gap is a row of its own. */
export interface AttemptGap {
  readonly type: 'attempt-gap';
  readonly layer: number;
  readonly from: number;
  readonly to: number;
}

export interface LedgerAttachment {
  /** The seq of the last event before the attachment. */
  readonly seq: number;
  /** What the ledger holds of one task, made again as events in order. */
  readonly past: (task: TaskIdentity) => readonly LedgerEvent[];
  /** The same for the kept untracked runs. */
  readonly untracked: readonly LedgerEvent[];
  readonly detach: () => void;
}

/** One `accounting` as a viewer may have it. */
export interface LedgerSource {
  readonly kind: 'ledger';
  readonly id: string;
  readonly library: string;
  /** A text is the JSON of an event that was written down elsewhere, in a worker: it is told as it is. */
  readonly attach: (listener: (event: LedgerEvent | string) => void) => LedgerAttachment;
}

export type HubSource = RuntimeSource | LedgerSource;

/** The page-wide meeting place of runtimes, ledgers and viewers. It keeps no history and serialises nothing. */
export interface Hub {
  readonly version: number;
  /** Makes a source known; returns what takes it back. */
  readonly announce: (source: HubSource) => () => void;
  /** Tells the sources present, at once, then each that comes; `onGone` hears of those taken back. Returns what stops it. */
  readonly watch: (onSource: (source: HubSource) => void, onGone?: (source: HubSource) => void) => () => void;
}

function isHub(value: unknown): value is Hub {
  return (
    typeof value === 'object' &&
    value !== null &&
    'announce' in value &&
    typeof value.announce === 'function' &&
    'watch' in value &&
    typeof value.watch === 'function'
  );
}

/** A watcher of another party that throws must not keep the next one from hearing. */
function tell(watcher: ((source: HubSource) => void) | undefined, source: HubSource): void {
  try {
    watcher?.(source);
  } catch (error) {
    console.error(error);
  }
}

function createHub(): Hub {
  const sources = new Set<HubSource>();
  const watchers = new Set<{ onSource: (source: HubSource) => void; onGone?: (source: HubSource) => void }>();
  return Object.freeze({
    version: HUB_VERSION,
    announce(source: HubSource) {
      sources.add(source);
      for (const watcher of [...watchers]) tell(watcher.onSource, source);
      return () => {
        if (!sources.delete(source)) return;
        for (const watcher of [...watchers]) tell(watcher.onGone, source);
      };
    },
    watch(onSource: (source: HubSource) => void, onGone?: (source: HubSource) => void) {
      const watcher = onGone ? { onSource, onGone } : { onSource };
      watchers.add(watcher);
      for (const source of [...sources]) tell(onSource, source);
      return () => {
        watchers.delete(watcher);
      };
    },
  });
}

/** Where a hub stays when the page has put something else, and for good, where the hub belongs. */
let unshared: Hub | undefined;

/**
 * The hub of this realm: made by whoever comes first, runtime or bridge, at `globalThis[Symbol.for('tasklens.hub')]`, where no
 * enumeration shows it. What a page may have put there instead is replaced, or left alone where it cannot be.
 */
export function hub(): Hub {
  try {
    const present: unknown = Reflect.get(globalThis, HUB_KEY);
    if (isHub(present)) return present;
  } catch {
    // A getter or proxy of the page that throws: it is no hub.
  }
  const made = unshared ?? createHub();
  const shared = Reflect.defineProperty(globalThis, HUB_KEY, { value: made, configurable: true });
  if (!shared) unshared = made;
  return made;
}
