import type { AttemptModel, RuntimeModel, TaskModel } from '../model/types.ts';
import type { Recording } from './format.ts';
import { endOf, replay } from './to-model.ts';

/**
 * One event of the Trace Event Format, as far as it is used here: complete events (`X`), instants (`i`) and metadata (`M`).
 * Times are µs. https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
 */
export type TraceEvent =
  | {
      readonly ph: 'M';
      readonly name: 'process_name' | 'thread_name';
      readonly pid: number;
      readonly tid: number;
      readonly args: { readonly name: string };
    }
  | {
      readonly ph: 'X';
      readonly name: string;
      readonly cat: string;
      readonly ts: number;
      readonly dur: number;
      readonly pid: number;
      readonly tid: number;
      readonly args: Args;
    }
  | {
      readonly ph: 'i';
      readonly s: 't';
      readonly name: string;
      readonly cat: string;
      readonly ts: number;
      readonly pid: number;
      readonly tid: number;
      readonly args: Args;
    };

type Args = Readonly<Record<string, string | number | boolean>>;

export interface Trace {
  readonly traceEvents: readonly TraceEvent[];
  readonly displayTimeUnit: 'ms';
}

/**
 * A recording as Perfetto and Chrome's Performance panel read it: a runtime is a process, a slot a thread, a task a slice in its
 * slot with its attempts and back-offs inside; the queue is a thread of instants. What has not ended goes up to the end.
 */
export function traceEvents(recording: Recording): Trace {
  const { model } = replay(recording);
  const until = endOf(recording) ?? 0;
  const events: TraceEvent[] = [];
  const pids = new Map<string, number>();
  const slots = new Map<number, Set<number>>();
  for (const runtime of model.runtimes.values()) {
    const pid = pids.size + 1;
    pids.set(runtime.key, pid);
    slots.set(pid, new Set());
    events.push(named('process_name', pid, 0, nameOf(runtime, model.sessions.get(runtime.session)?.url ?? '')));
    events.push(named('thread_name', pid, QUEUE, 'queue'));
  }
  for (const row of model.tasks.values()) {
    const pid = pids.get(row.runtimeKey);
    if (pid === undefined) continue;
    if (row.registeredAt !== undefined) {
      const { id, priority } = row;
      events.push({
        ph: 'i',
        s: 't',
        name: `${row.name} enqueued`,
        cat: 'queue',
        ts: micro(row.registeredAt),
        pid,
        tid: QUEUE,
        args: { id, priority },
      });
    }
    if (row.startedAt === undefined) continue;
    const tid = FIRST_SLOT + (row.slot ?? 0);
    slots.get(pid)?.add(tid);
    events.push(...slices(row, pid, tid, until));
  }
  for (const [pid, tids] of slots) {
    for (const tid of [...tids].sort((a, b) => a - b))
      events.push(named('thread_name', pid, tid, `slot ${tid - FIRST_SLOT}`));
  }
  return { traceEvents: events, displayTimeUnit: 'ms' };
}

const QUEUE = 1;
const FIRST_SLOT = 2;

const micro = (ms: number): number => Math.round(ms * 1000);

function named(name: 'process_name' | 'thread_name', pid: number, tid: number, text: string): TraceEvent {
  return { ph: 'M', name, pid, tid, args: { name: text } };
}

function nameOf({ name }: RuntimeModel, url: string): string {
  return url === '' ? name : `${name} (${url})`;
}

function* slices(row: TaskModel, pid: number, tid: number, until: number): Generator<TraceEvent> {
  const { startedAt = 0, endedAt, id, state, retryable, error } = row;
  const end = Math.max(startedAt, endedAt ?? until);
  const args: Args = { id, state: endedAt === undefined ? 'unfinished' : state, retryable, ...errorArgs(error) };
  yield {
    ph: 'X',
    name: row.name,
    cat: 'task',
    ts: micro(startedAt),
    dur: micro(end) - micro(startedAt),
    pid,
    tid,
    args,
  };
  for (const attempt of row.attempts) yield* attemptSlices(row, attempt, pid, tid, end);
  for (const { timeoutFiredAt, options } of row.layers) {
    if (timeoutFiredAt === undefined) continue;
    const ms = typeof options.ms === 'number' ? { ms: options.ms } : {};
    yield { ph: 'i', s: 't', name: 'timeout', cat: 'timeout', ts: micro(timeoutFiredAt), pid, tid, args: ms };
  }
}

function* attemptSlices(
  row: TaskModel,
  { layer, attempt, startedAt, endedAt, error, decision, plannedWait, realWait }: AttemptModel,
  pid: number,
  tid: number,
  end: number,
): Generator<TraceEvent> {
  if (startedAt === undefined) return;
  const kind = row.layers.find((known) => known.layer === layer)?.kind ?? 'retry';
  const from = Math.min(startedAt, end);
  const to = Math.min(Math.max(from, endedAt ?? end), end);
  const args: Args = { layer, ...(decision === undefined ? {} : { decision }), ...errorArgs(error) };
  yield {
    ph: 'X',
    name: `${kind} attempt ${attempt}`,
    cat: 'attempt',
    ts: micro(from),
    dur: micro(to) - micro(from),
    pid,
    tid,
    args,
  };
  const wait = realWait ?? (plannedWait === undefined || decision !== 'retried' ? undefined : plannedWait);
  if (wait === undefined || endedAt === undefined) return;
  const back = Math.min(to + wait, end);
  const planned: Args =
    plannedWait === undefined || plannedWait === Number.POSITIVE_INFINITY ? {} : { planned: plannedWait };
  yield {
    ph: 'X',
    name: 'back-off',
    cat: 'back-off',
    ts: micro(to),
    dur: micro(back) - micro(to),
    pid,
    tid,
    args: planned,
  };
}

function errorArgs(error: TaskModel['error']): Args {
  return error ? { error: `${error.class}: ${error.message}` } : {};
}
