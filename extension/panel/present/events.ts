import type { TaskModel } from '../../../bridge/model/types.ts';
import { formatDuration } from '../format/duration.ts';
import { errorLine } from './error.ts';

/** One step of a task's story as it was told. */
export interface TaskEvent {
  /** Epoch ms; undefined where it was lost. */
  readonly at: number | undefined;
  /** The runtime's own count; the steps of layers are counted elsewhere and have none here. */
  readonly seq: number | undefined;
  readonly type: string;
  readonly detail: string;
}

/** What the record holds of a task's events, in order of time; at one time, in the order in which they must have come. */
export function eventsOf(task: TaskModel): readonly TaskEvent[] {
  const events: TaskEvent[] = [];
  const add = (type: string, at: number | undefined, seq: number | undefined, detail: string): void => {
    if (at !== undefined || seq !== undefined) events.push({ at, seq, type, detail });
  };
  const registered = [
    ...(task.priority === 0 ? [] : [`priority ${task.priority}`]),
    ...(task.rerunOf === undefined ? [] : [`rerunOf ${task.rerunOf}`]),
  ];
  add('task:registered', task.registeredAt, task.registeredSeq, registered.join(', '));
  const started = [
    ...(task.slot === undefined ? [] : [`slot ${task.slot + 1}`]),
    ...(task.injected === undefined ? [] : [`injected: ${task.injected}`]),
  ];
  add('task:started', task.startedAt, task.startedSeq, started.join(', '));
  for (const layer of task.layers) {
    const of = `${layer.kind} ${layer.layer}${layer.label === undefined ? '' : ` “${layer.label}”`}`;
    add('layer-start', layer.startedAt, undefined, of);
    for (const attempt of task.attempts) {
      if (attempt.layer !== layer.layer) continue;
      const number = `${of}, attempt ${attempt.attempt}`;
      add('attempt-start', attempt.startedAt, undefined, number);
      add(
        'attempt-end',
        attempt.endedAt,
        undefined,
        [
          number,
          attempt.decision,
          attempt.error && errorLine(attempt.error),
          attempt.error?.injected && 'injected',
          planned(attempt.plannedWait),
        ]
          .filter(Boolean)
          .join(', '),
      );
    }
    add('timeout-fired', layer.timeoutFiredAt, undefined, of);
    add('layer-end', layer.endedAt, undefined, `${of}, ${layer.outcome ?? ''}`);
  }
  add('task:cancel-requested', task.cancelRequestedAt, undefined, '');
  add(
    'task:done',
    task.endedAt,
    task.doneSeq,
    [task.state, task.error && errorLine(task.error), task.retryable && 'retryable'].filter(Boolean).join(', '),
  );
  return events.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

const planned = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : `plannedWait ${formatDuration(ms)}`;
