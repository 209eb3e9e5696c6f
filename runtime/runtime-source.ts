import { displayed } from './clock.ts';
import { type Controlled, takeControl } from './control.ts';
import { digestError } from './error-digest.ts';
import type { EventBus } from './event-bus.ts';
import type { RuntimeChangedEvent, RuntimeCreatedEvent, RuntimeEvent } from './events.ts';
import type { PastTask, Redact, RuntimeAttachment, RuntimeSource } from './hub.ts';
import type { TaskCell } from './task.ts';
import { openingEvents, type Started, type TaskRecords } from './task-records.ts';
import { VERSION } from './version.ts';

/** What a source needs of a runtime that still exists. */
export interface LiveRuntime extends Controlled {
  readonly bus: EventBus;
}

interface Remembered {
  readonly registeredSeq: number;
  readonly make: () => PastTask;
}

/**
 * A runtime as the hub holds it: its records for good, the runtime itself only while it has live tasks. So runtimes that were made
 * and dropped are collected, and what they did can still be seen.
 */
export class RecordedRuntime implements RuntimeSource {
  readonly kind = 'runtime';
  readonly id: string;
  readonly library: string = VERSION;
  readonly digest: NonNullable<RuntimeSource['digest']> = digestError;
  readonly redact: Redact | undefined;
  readonly control: RuntimeSource['control'];
  readonly records: TaskRecords;
  readonly #created: RuntimeCreatedEvent;
  #changed: RuntimeChangedEvent | undefined;
  readonly #weak: WeakRef<LiveRuntime>;
  #strong: LiveRuntime | undefined;
  #lastSeq = 0;

  constructor(
    created: RuntimeCreatedEvent,
    records: TaskRecords,
    runtime: LiveRuntime,
    settings?: { readonly redact?: Redact | undefined; readonly commands?: boolean },
  ) {
    this.redact = settings?.redact;
    this.control = settings?.commands === false ? undefined : (onEnd) => takeControl(this.#live, onEnd);
    this.id = created.runtimeId;
    this.#created = created;
    this.records = records;
    this.#weak = new WeakRef(runtime);
  }

  /** Live tasks: the runtime must not be collected, nor what it does go unseen. */
  hold(runtime: LiveRuntime): void {
    this.#strong = runtime;
  }

  release(seq: number): void {
    this.#strong = undefined;
    this.#lastSeq = seq;
  }

  /** Remembers the present values, under the seq of the last change. */
  changed(event: RuntimeChangedEvent): void {
    this.#changed = { ...this.#changed, ...event };
    this.#lastSeq = event.seq;
  }

  /** Asked each time: who looks must not keep the runtime. */
  readonly #live = (): LiveRuntime | undefined => this.#strong ?? this.#weak.deref();

  readonly attach = (listener: (event: RuntimeEvent) => void): RuntimeAttachment => {
    const runtime = this.#live();
    const subscription = runtime?.bus.subscribe('*', listener);
    return {
      seq: runtime?.bus.seq ?? this.#lastSeq,
      runtime: this.#changed ? [this.#created, this.#changed] : [this.#created],
      tasks: this.#tasks(runtime),
      dropped: { tasks: this.records.droppedTasks, events: this.records.droppedEvents },
      // Looked up again: a viewer's hold must not keep the runtime.
      detach: () => {
        if (subscription) this.#weak.deref()?.bus.unsubscribe(subscription);
      },
    };
  };

  /**
   * Live tasks and the kept history, oldest registration first; each is made when it is read. Of what is pending, which may be a
   * hundred thousand, only the references are taken before: it is a task of the page.
   */
  *#tasks(runtime: LiveRuntime | undefined): Generator<PastTask> {
    const rest: Remembered[] = [...this.records.past()];
    for (const { task, slot, startedAt, startedSeq } of runtime?.scheduler.running() ?? []) {
      const { registeredSeq } = task;
      rest.push({ registeredSeq, make: () => this.#makeLive(task, { slot, seq: startedSeq, at: startedAt }) });
    }
    rest.sort(byRegistration);
    const pending = runtime?.scheduler.pending() ?? [];
    // Those of one priority are in that order already, and to look is a tenth of sorting.
    const mixed = pending.some(({ registeredSeq }, at) => registeredSeq < (pending[at - 1]?.registeredSeq ?? 0));
    if (mixed) pending.sort(byRegistration);
    let next = 0;
    for (const task of pending) {
      for (let one = rest[next]; one && one.registeredSeq < task.registeredSeq; one = rest[++next]) yield one.make();
      yield this.#makeLive(task, undefined);
    }
    for (const one of rest.slice(next)) yield one.make();
  }

  /** `started.at` is monotonic. */
  #makeLive(task: TaskCell<unknown>, started: Started | undefined): PastTask {
    const { id, name, priority, extra, host, registeredAt, registeredSeq } = task;
    const { meta, parent, rerunOf, injected } = extra ?? {};
    const described = { id, name, priority, meta, parent, rerunOf, injected };
    const shown = started && { ...started, at: displayed(host.stamps, started.at) };
    return {
      events: openingEvents(this.id, described, registeredSeq, displayed(host.stamps, registeredAt), shown),
      identity: extra?.identity,
      digest: undefined,
    };
  }
}

function byRegistration(a: { readonly registeredSeq: number }, b: { readonly registeredSeq: number }): number {
  return a.registeredSeq - b.registeredSeq;
}
