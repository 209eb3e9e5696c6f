import { type Before, before } from './before.ts';
import { check } from './check.ts';
import { INJECTED } from './error-digest.ts';
import { CancelledError, QueueFullError, TaskError } from './errors.ts';
import type { EndListener, FaultRule, RuntimeCommand, RuntimeControl, RuntimeRefusal } from './hub.ts';
import { CONCURRENCY } from './runtime-options.ts';
import type { Scheduler } from './scheduler.ts';
import { systemClock } from './system-clock.ts';
import type { TaskContext, TaskFn, TaskIdentity } from './task-context.ts';

/** What a control needs of a runtime that still exists. */
export interface Controlled {
  readonly runtimeId: string;
  readonly scheduler: Scheduler;
  readonly endListeners: Set<EndListener>;
  /** A fault acts on one of its tasks. */
  injected(task: TaskIdentity, fault: string): void;
}

/**
 * One viewer's hand on one runtime, which it does not keep from being collected: `live` is asked each time. Its faults, and what it
 * hears of ends, go with `release`.
 */
export function takeControl(live: () => Controlled | undefined, onEnd: EndListener): RuntimeControl {
  const rules = new Map<string, { readonly rule: FaultRule; hits: number }>();
  live()?.endListeners.add(onEnd);

  const inject: Before = (fn, ctx) => {
    const { task } = ctx;
    const runtime = live();
    if (task === undefined || task.runtimeId !== runtime?.runtimeId) return undefined;
    for (const kept of rules.values()) {
      const { rule } = kept;
      if (kept.hits >= (rule.times ?? Infinity) || !matches(rule, task.name)) continue;
      kept.hits++;
      runtime.injected(task, rule.fault);
      return act(rule, fn, ctx);
    }
    return undefined;
  };

  return {
    act(command) {
      const runtime = live();
      if (runtime === undefined) return 'gone';
      if (command.type === 'inject') {
        const { rule } = command;
        const kept = rules.get(rule.id) ?? { rule, hits: 0 };
        rules.set(rule.id, kept);
        before.add(inject);
        return kept.hits;
      }
      if (command.type !== 'hits' && command.type !== 'lift') return carryOut(runtime, command);
      const hits = rules.get(command.rule)?.hits ?? 'not-held';
      if (command.type === 'lift' && rules.delete(command.rule) && rules.size === 0) before.delete(inject);
      return hits;
    },
    release() {
      before.delete(inject);
      live()?.endListeners.delete(onEnd);
    },
  };
}

type Ruled = 'inject' | 'hits' | 'lift';

function carryOut(
  runtime: Controlled,
  command: Exclude<RuntimeCommand, { readonly type: Ruled }>,
): number | RuntimeRefusal {
  const { scheduler } = runtime;
  if (command.type === 'cancel') {
    const wanted = new Set(command.tasks);
    const live = [...scheduler.pending(), ...[...scheduler.running()].map(({ task }) => task)];
    const found = live.filter((task) => wanted.has(task.registeredSeq));
    for (const task of found) task.cancel(command.reason);
    return found.length || 'ended';
  }
  if (scheduler.state === 'stopped') return 'stopped';
  const { pendingCount } = scheduler;
  switch (command.type) {
    case 'pause':
    case 'resume':
      scheduler[command.type]();
      return 1;
    case 'clear':
      scheduler.clear(new CancelledError(command.reason));
      return pendingCount;
    case 'set-concurrency':
      check('concurrency', command.concurrency, CONCURRENCY);
      scheduler.concurrency = command.concurrency;
      return 1;
    default:
      // One that a newer viewer knows.
      return 'old-library';
  }
}

/** Part of the name, whatever its case, or all of it. No pattern language: names hold brackets and stars. */
function matches({ name, exact }: FaultRule, of: string): boolean {
  return exact ? of === name : of.toLowerCase().includes(name.toLowerCase());
}

/** First the wait, by the runtime's clock, which an abort ends; then what is thrown in the taskFn's place, or the taskFn. */
async function act<T>(rule: FaultRule, fn: TaskFn<T>, ctx: TaskContext): Promise<T> {
  const { error, message } = rule;
  const wait = rule.hang ? Infinity : (rule.delay ?? 0);
  if (wait > 0) await (ctx.clock ?? systemClock).sleep(wait, ctx.signal);
  if (error === undefined) return fn(ctx);
  const made =
    error === 'TaskError'
      ? new TaskError(message, rule)
      : error === 'QueueFullError'
        ? new QueueFullError(message)
        : new Error(message);
  throw Object.defineProperty(made, INJECTED, { value: true });
}
