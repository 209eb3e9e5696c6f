import type {
  EndListener,
  Hub,
  HubSource,
  LedgerEvent,
  LedgerSource,
  PastTask,
  RuntimeEvent,
  RuntimeSource,
  TaskIdentity,
} from '../../runtime/hub.ts';

/** A hub of a realm of its own, so that one test may hold several documents. */
export function fakeHub(): Hub {
  const sources = new Set<HubSource>();
  const watchers = new Set<Parameters<Hub['watch']>>();
  return {
    version: 1,
    announce(source) {
      sources.add(source);
      for (const [onSource] of watchers) onSource(source);
      return () => {
        sources.delete(source);
        for (const [, onGone] of watchers) onGone?.(source);
      };
    },
    watch(...watcher) {
      watchers.add(watcher);
      for (const source of sources) watcher[0](source);
      return () => watchers.delete(watcher);
    },
  };
}

type Bare<E> = E extends RuntimeEvent ? Omit<E, 'runtimeId' | 'seq' | 'at'> & { readonly at?: number } : never;

/** As much of a runtime as a viewer sees: it says what the test makes it say, and remembers all of it. */
export class FakeRuntime implements RuntimeSource {
  readonly kind = 'runtime';
  readonly library = '0.0.0-fake';
  readonly id: string;
  dropped = { tasks: 0, events: 0 };
  seq = 0;
  readonly listeners = new Set<(event: RuntimeEvent) => void>();
  readonly past = new Map<string, RuntimeEvent[]>();
  readonly identities = new Map<string, TaskIdentity>();
  /** What a viewer may do; a test that wants commands gives one before it is announced. */
  control: RuntimeSource['control'];
  onEnd: EndListener | undefined;
  readonly #created: RuntimeEvent;

  constructor(id: string, name: string = id) {
    this.id = id;
    this.#created = this.#event({
      type: 'runtime:created',
      name,
      concurrency: 1,
      onError: 'continue',
      maxPending: Infinity,
    });
  }

  readonly digest = (error: unknown) => ({
    name: error instanceof Error ? error.name : typeof error,
    message: error instanceof Error ? error.message : String(error),
    class: error instanceof Error ? error.constructor.name : typeof error,
    retryable: true,
  });

  readonly attach: RuntimeSource['attach'] = (listener) => {
    this.listeners.add(listener);
    const tasks: PastTask[] = [...this.past].map(([id, events]) => ({
      events: events.filter((event) => event.type !== 'task:progress'),
      identity: this.identities.get(id),
      digest: undefined,
    }));
    return {
      seq: this.seq,
      runtime: [this.#created],
      tasks,
      dropped: this.dropped,
      detach: () => this.listeners.delete(listener),
    };
  };

  say(event: Bare<RuntimeEvent>): void {
    const said = this.#event(event);
    if ('id' in said) this.past.set(said.id, [...(this.past.get(said.id) ?? []), said]);
    for (const listener of [...this.listeners]) listener(said);
  }

  register(id: string, fields: { readonly name?: string; readonly meta?: unknown } = {}): TaskIdentity {
    const identity = { runtimeId: this.id, id, name: fields.name ?? id };
    this.identities.set(id, identity);
    this.say({ type: 'task:registered', id, name: id, priority: 0, meta: undefined, ...fields });
    return identity;
  }

  start(id: string): void {
    this.say({ type: 'task:started', id, slot: 0 });
  }

  end(id: string, failure?: { readonly error: unknown }): void {
    const at = 1_000 + this.seq;
    const times = { registeredAt: at - 3, startedAt: at - 2, endedAt: at };
    const state = failure ? 'error' : 'success';
    this.say({ type: 'task:done', id, state, retryable: failure !== undefined, ...failure, ...times });
  }

  /** A whole task. */
  run(id: string, failure?: { readonly error: unknown }): void {
    this.register(id);
    this.start(id);
    this.end(id, failure);
  }

  #event(event: Bare<RuntimeEvent>): RuntimeEvent {
    const seq = ++this.seq;
    return { runtimeId: this.id, seq, at: 1_000 + seq, ...event };
  }
}

/** As much of a ledger as a viewer sees. */
export class FakeLedger implements LedgerSource {
  readonly kind = 'ledger';
  readonly library = '0.0.0-fake';
  readonly id: string;
  seq = 0;
  readonly listeners = new Set<(event: LedgerEvent) => void>();
  readonly told: LedgerEvent[] = [];

  constructor(id: string) {
    this.id = id;
  }

  readonly attach: LedgerSource['attach'] = (listener) => {
    this.listeners.add(listener);
    return {
      seq: this.seq,
      past: (task) => this.told.filter((told) => told.task === task),
      untracked: this.told.filter((told) => told.task === undefined),
      detach: () => this.listeners.delete(listener),
    };
  };

  tell(
    task: TaskIdentity | undefined,
    event: LedgerEvent['event'],
    more: Pick<LedgerEvent, 'digest' | 'run'> = {},
  ): void {
    const told: LedgerEvent = { ledgerId: this.id, seq: ++this.seq, task, event, ...more };
    this.told.push(told);
    for (const listener of [...this.listeners]) listener(told);
  }
}
