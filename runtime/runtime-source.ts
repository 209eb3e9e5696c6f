import { digestError } from './error-digest.ts';
import type { EventBus } from './event-bus.ts';
import type { RuntimeChangedEvent, RuntimeCreatedEvent, RuntimeEvent } from './events.ts';
import type { PastTask, Redact, RuntimeAttachment, RuntimeSource } from './hub.ts';
import type { TaskCell } from './task.ts';
import { openingEvents, type Started, type TaskRecords } from './task-records.ts';
import { VERSION } from './version.ts';

/** A task that has not ended, as the runtime knows it. */
export interface LiveTask {
  readonly task: TaskCell<unknown>;
  /** Epoch ms. */
  readonly registeredAt: number;
  readonly started: Started | undefined;
}

/** What a source needs of a runtime that still exists. */
export interface LiveRuntime {
  readonly bus: EventBus;
  liveTasks(): Iterable<LiveTask>;
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
  readonly records: TaskRecords;
  readonly #created: RuntimeCreatedEvent;
  #changed: RuntimeChangedEvent | undefined;
  readonly #weak: WeakRef<LiveRuntime>;
  #strong: LiveRuntime | undefined;
  #lastSeq = 0;

  constructor(created: RuntimeCreatedEvent, records: TaskRecords, runtime: LiveRuntime, redact?: Redact) {
    this.redact = redact;
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

  readonly attach = (listener: (event: RuntimeEvent) => void): RuntimeAttachment => {
    const runtime = this.#strong ?? this.#weak.deref();
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

  /** Live tasks and the kept history, oldest registration first; each is made when it is read. */
  *#tasks(runtime: LiveRuntime | undefined): Generator<PastTask> {
    const all: { readonly registeredSeq: number; readonly make: () => PastTask }[] = [...this.records.past()];
    for (const live of runtime?.liveTasks() ?? []) {
      all.push({ registeredSeq: live.task.registeredSeq, make: () => this.#makeLive(live) });
    }
    all.sort((a, b) => a.registeredSeq - b.registeredSeq);
    for (const { make } of all) yield make();
  }

  #makeLive({ task, registeredAt, started }: LiveTask): PastTask {
    const { id, name, priority, extra } = task;
    const described = { id, name, priority, meta: extra?.meta, parent: extra?.parent };
    return {
      events: openingEvents(this.id, described, task.registeredSeq, registeredAt, started),
      identity: extra?.identity,
      digest: undefined,
    };
  }
}
