import {
  digestError,
  type HubSource,
  hub,
  type LayerEvent,
  type LedgerAttachment,
  type LedgerEvent,
  type LedgerSource,
  type TaskIdentity,
} from '../../runtime/hub.ts';
import { type RetryAttemptInfo, type TaskContext, VERSION } from '../../runtime/index.ts';
import { TaskLedger } from './task-ledger.ts';

/** Runs outside any runtime that are kept. */
const UNTRACKED = 50;

/** Error objects held for a viewer that attaches late; of the rest the digest is kept. */
const HELD_ERRORS = 50;

const HUB_KEY: unique symbol = Symbol.for('tasklens.hub');

/** Middlewares number their layers from a counter in the context; it is one object per task, or per call without a runtime. */
const LAYERS: unique symbol = Symbol.for('tasklens.layers');

interface UntrackedRun {
  readonly run: string;
  readonly ledger: TaskLedger;
}

type Listener = (event: LedgerEvent) => void;

/**
 * All accounting of one library copy: what the middlewares told, kept with each task's identity, so it goes when the
 * task's record goes. It announces itself on the hub with the first step it is told while there is a hub, that is with
 * DevTools support on; without one it keeps nothing.
 */
export class Ledger implements LedgerSource {
  readonly kind: 'ledger' = 'ledger';
  readonly id: string = randomId();
  readonly library: string = VERSION;
  readonly #tasks = new WeakMap<TaskIdentity, TaskLedger>();
  readonly #runs = new WeakMap<object, UntrackedRun>();
  #kept: UntrackedRun[] = [];
  readonly #listeners = new Set<Listener>();
  readonly #errors: { readonly of: LedgerEvent; readonly error: unknown }[] = [];
  /** Runtimes that show themselves; of others (`devtools: false`) nothing is kept. */
  readonly #shown = new Set<string>();
  #announced = false;
  #seq = 0;
  #runCount = 0;

  observe(event: LayerEvent, ctx: TaskContext): void {
    if (!this.#wanted(ctx.task)) return;
    const told = this.#tell(event, ctx);
    if (event.type !== 'attempt-end' || !Object.hasOwn(event, 'error')) return;
    const { error } = event;
    this.#errors.push({ of: told, error });
    if (this.#errors.length > HELD_ERRORS) this.#errors.shift();
  }

  onAttempt(info: RetryAttemptInfo, ctx: TaskContext): void {
    if (!this.#wanted(ctx.task) || this.#place(ctx).ledger.knows(info.attempt, info.failedAt)) return;
    const { attempt, maxRetries, delay, requested, capped, label, startedAt, failedAt, error } = info;
    const told: LedgerEvent = {
      ...this.#next(ctx),
      event: {
        type: 'retry-reported',
        attempt,
        delay,
        requested,
        startedAt,
        failedAt,
        ...(maxRetries === undefined ? {} : { maxRetries }),
        ...(capped === undefined ? {} : { capped }),
        ...(label === undefined ? {} : { label }),
      },
      digest: digestError(error),
    };
    this.#place(ctx).ledger.add(told);
    for (const listener of [...this.#listeners]) listener(told);
  }

  readonly attach = (listener: Listener): LedgerAttachment => {
    this.#listeners.add(listener);
    return {
      seq: this.#seq,
      past: (task) => this.#withErrors(this.#tasks.get(task)?.events() ?? []),
      untracked: this.#withErrors(this.#kept.flatMap(({ ledger }) => ledger.events())),
      detach: () => {
        this.#listeners.delete(listener);
      },
    };
  };

  /** The kept form is without the error object; who listens now gets it. */
  #tell(event: LayerEvent, ctx: TaskContext): LedgerEvent {
    const next = this.#next(ctx);
    const place = this.#place(ctx);
    if (event.type !== 'attempt-end' || !Object.hasOwn(event, 'error')) {
      const told = { ...next, event };
      place.ledger.add(told);
      for (const listener of [...this.#listeners]) listener(told);
      return told;
    }
    const { error, ...rest } = event;
    const kept = { ...next, event: rest, digest: digestError(error) };
    place.ledger.add(kept);
    if (this.#listeners.size > 0) for (const listener of [...this.#listeners]) listener({ ...kept, event });
    return kept;
  }

  #next(ctx: TaskContext): Pick<LedgerEvent, 'ledgerId' | 'seq' | 'task' | 'run'> {
    const seq = ++this.#seq;
    if (ctx.task) return { ledgerId: this.id, seq, task: ctx.task };
    const run = this.#place(ctx).run;
    return { ledgerId: this.id, seq, task: undefined, ...(run === undefined ? {} : { run }) };
  }

  #place(ctx: TaskContext): { readonly run?: string; readonly ledger: TaskLedger } {
    if (ctx.task) {
      const known = this.#tasks.get(ctx.task);
      if (known) return { ledger: known };
      const ledger = new TaskLedger();
      this.#tasks.set(ctx.task, ledger);
      return { ledger };
    }
    const key = counterOf(ctx) ?? ctx;
    const known = this.#runs.get(key);
    if (known) return known;
    const run: UntrackedRun = { run: String(++this.#runCount), ledger: new TaskLedger() };
    this.#runs.set(key, run);
    this.#kept.push(run);
    if (this.#kept.length > UNTRACKED) this.#kept.shift();
    return run;
  }

  #withErrors(events: LedgerEvent[]): LedgerEvent[] {
    return events.map((told) => {
      const held = this.#errors.find(({ of }) => of === told);
      if (!held || told.event.type !== 'attempt-end') return told;
      return { ...told, event: { ...told.event, error: held.error } };
    });
  }

  #wanted(task: TaskIdentity | undefined): boolean {
    if (!this.#announced) {
      if (Reflect.get(globalThis, HUB_KEY) === undefined) return false;
      this.#announced = true;
      const meeting = hub();
      meeting.watch(
        (source) => {
          const id = runtimeId(source);
          if (id !== undefined) this.#shown.add(id);
        },
        (source) => this.#shown.delete(runtimeId(source) ?? ''),
      );
      meeting.announce(this);
    }
    return task === undefined || this.#shown.has(task.runtimeId);
  }
}

/** Anybody may announce anything: what is no runtime is none. */
function runtimeId(source: HubSource): string | undefined {
  try {
    return source.kind === 'runtime' ? source.id : undefined;
  } catch {
    return undefined;
  }
}

function counterOf(ctx: object): object | undefined {
  const layers: unknown = Reflect.get(ctx, LAYERS);
  const counter: unknown =
    typeof layers === 'object' && layers !== null && 'counter' in layers ? layers.counter : undefined;
  return typeof counter === 'object' && counter !== null ? counter : undefined;
}

function randomId(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}

let only: Ledger | undefined;

/** The one of this library copy, made at its first use: importing does nothing. */
export function ledger(): Ledger {
  only ??= new Ledger();
  return only;
}
