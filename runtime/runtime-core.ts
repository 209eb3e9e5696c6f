import { type Clock, displayed } from './clock.ts';
import { announceRuntime, devtoolsSettings } from './devtools.ts';
import { EventBus } from './event-bus.ts';
import type { RuntimeCreatedEvent } from './events.ts';
import type { EndListener, RuntimeAnswer } from './hub.ts';
import { randomId } from './random-id.ts';
import { guarded } from './report.ts';
import { type EnqueueOptions, type RuntimeOptions, takenId } from './runtime-options.ts';
import { type LiveRuntime, RecordedRuntime } from './runtime-source.ts';
import { type RuntimeState, Scheduler, type SchedulerHooks } from './scheduler.ts';
import { type Stamps, steadyClock } from './steady-clock.ts';
import { systemClock } from './system-clock.ts';
import { currentTask, TaskCell, type TaskExtra, type TaskHost, type TaskOwner } from './task.ts';
import type { TaskFn, TaskIdentity } from './task-context.ts';
import { TaskObserver } from './task-observer.ts';
import { TaskRecords } from './task-records.ts';

interface InnerOptions extends EnqueueOptions {
  /** The id of the task whose fn runs again. */
  readonly rerunOf?: string | undefined;
}

/** Puts a runtime together: scheduler, bus, observer, records. What tasks, scheduler and hub ask of a runtime, they ask here. */
export class RuntimeCore implements TaskHost, SchedulerHooks, LiveRuntime {
  readonly runtimeId: string = randomId();
  readonly name: string;
  readonly clock: Clock;
  readonly stamps: Stamps;
  readonly bus: EventBus = new EventBus();
  readonly scheduler: Scheduler;
  readonly endListeners: Set<EndListener> = new Set();
  readonly #observer: TaskObserver;
  readonly #source: RecordedRuntime | undefined;
  /** Live tasks whose id was given. */
  readonly #given = new Map<string, TaskCell<unknown>>();
  #count = 0;

  constructor(options: RuntimeOptions) {
    const settings = devtoolsSettings(options.devtools);
    this.name = options.name ?? 'runtime';
    this.clock = options.clock ?? systemClock;
    this.stamps = steadyClock(this.clock);
    const records = settings && new TaskRecords(this.runtimeId, settings.history, settings.capture !== 'none');
    this.#observer = new TaskObserver(
      this.runtimeId,
      this.bus,
      this.stamps,
      records,
      options.onTaskError,
      settings?.capture === 'all',
    );
    this.scheduler = new Scheduler(this, this.#observer, this, options);
    const { concurrency, onError, maxPending } = this.scheduler;
    const { name } = this;
    const created: RuntimeCreatedEvent = {
      type: 'runtime:created',
      ...this.#stamp(),
      name,
      concurrency,
      onError,
      maxPending,
    };
    if (records === undefined) return;
    this.#source = new RecordedRuntime(created, records, this, settings);
    announceRuntime(this.#source, this);
    // One that starts paused says so as one that was paused: viewers know a single way to tell.
    if (options.paused) this.changed({ state: 'paused' });
  }

  enqueue<T>(fn: TaskFn<T>, options?: InnerOptions, owner?: TaskOwner): TaskCell<T> {
    const parent = currentTask();
    const number = this.#nextNumber();
    const task =
      options === undefined && parent === undefined
        ? new TaskCell(this, fn, fn.name || 'task', number, 0, undefined)
        : this.#describe(fn, number, options ?? {}, parent, owner);
    owner?.registered(task);
    this.scheduler.add(task);
    return task;
  }

  cancel(task: TaskCell<unknown>, error: Error, reason: unknown): void {
    this.scheduler.cancel(task, error, reason);
  }

  progress(task: TaskCell<unknown>, value: unknown): void {
    if (task.state === 'running') this.#observer.progressed(task, value);
  }

  ended({ id, name, priority, extra }: TaskCell<unknown>, fn: TaskFn<unknown>): void {
    const rerun = (): RuntimeAnswer => {
      if (this.scheduler.state === 'stopped') return 'stopped';
      this.enqueue(fn, { name, priority, meta: extra?.meta, rerunOf: id });
      return 1;
    };
    for (const listener of this.endListeners) guarded(listener, id, rerun);
  }

  injected(identity: TaskIdentity, fault: string): void {
    for (const { task } of this.scheduler.running()) {
      if (task.extra?.identity === identity) task.extra.injected = fault;
    }
    this.#observer.injected(identity.id, fault);
  }

  forget(id: string): void {
    this.#given.delete(id);
  }

  changed(change: { readonly state?: RuntimeState; readonly concurrency?: number }): void {
    const event = { type: 'runtime:changed', ...this.#stamp(), ...change } as const;
    this.#source?.changed(event);
    this.bus.emit(event);
  }

  busy(): void {
    this.#source?.hold(this);
  }

  idle(): void {
    const stamp = this.#stamp();
    this.#source?.release(stamp.seq);
    if (this.bus.wants('runtime:idle')) this.bus.emit({ type: 'runtime:idle', ...stamp });
  }

  #stamp(): { readonly runtimeId: string; readonly seq: number; readonly at: number } {
    return { runtimeId: this.runtimeId, seq: ++this.bus.seq, at: displayed(this.stamps, this.stamps.now()) };
  }

  /** Passes over a number whose id somebody gave to a live task. */
  #nextNumber(): number {
    this.#count++;
    if (this.#given.size > 0) while (this.#given.has(`${this.runtimeId}-${this.#count}`)) this.#count++;
    return this.#count;
  }

  /** A task with something that most tasks have not. */
  #describe<T>(
    fn: TaskFn<T>,
    number: number,
    options: InnerOptions,
    parent: TaskCell<unknown> | undefined,
    owner: TaskOwner | undefined,
  ): TaskCell<T> {
    const { id, name, priority, signal, meta, rerunOf } = options;
    const parentId = options.parent ?? parent?.id;
    const rare = [id, signal, meta, parentId, owner, rerunOf].some((one) => one !== undefined);
    const extra: TaskExtra | undefined = rare ? { id, signal, meta, parent: parentId, owner, rerunOf } : undefined;
    const task = new TaskCell(this, fn, name ?? (fn.name || 'task'), number, priority ?? 0, extra);
    if (id !== undefined) {
      if (this.#given.has(id) || this.#isLive(id)) throw takenId(id);
      this.#given.set(id, task);
    }
    return task;
  }

  /** Whether a live task has this id by number; asked only for a given id that looks like one. */
  #isLive(id: string): boolean {
    if (!id.startsWith(`${this.runtimeId}-`)) return false;
    for (const { task } of this.scheduler.running()) if (task.id === id) return true;
    for (const task of this.scheduler.pending()) if (task.id === id) return true;
    return false;
  }
}
