import type { Clock, Runtime, RuntimeOptions } from 'tasklens';
import { createRuntime, systemClock } from 'tasklens';
import { createTestClock } from 'tasklens/testing';
import type { TaskTrace, Trace } from './trace.ts';
import { createTrace } from './trace.ts';

/** How fast a run is shown: `Infinity` at once, else virtual ms a real one; `real`: on the system's clock. */
export type Pace = number | 'real';

/** What a figure runs on: a clock, and what writes down what happens. */
export interface Stage extends Trace {
  readonly clock: Clock;
  /** Aborted when another run takes the place of this one. */
  readonly ended: AbortSignal;
  /** A runtime on this stage's clock, watched, and shown to DevTools where the run is announced. */
  readonly runtime: (options: RuntimeOptions) => Runtime;
}

/** What is seen of a run at one moment. */
export interface Frame {
  readonly tasks: readonly TaskTrace[];
  /** ms since the start. */
  readonly now: number;
  readonly running: boolean;
  /** The settings were refused when the run was built, and this is what was said. */
  readonly refusal?: string;
}

export const EMPTY_FRAME: Frame = { tasks: [], now: 0, running: true };

/** What a run is made of: enqueues on the stage's runtimes, and resolves when there is no more to see. */
export type Run = (stage: Stage) => Promise<void>;

/** Virtual ms, some thousand years: a run that has not ended by then never will. */
const LONGEST = 1e14;

function createStage(clock: Clock, ended: AbortSignal, announced: boolean): Stage {
  const trace = createTrace(clock);
  return {
    ...trace,
    clock,
    ended,
    runtime(options) {
      const runtime = createRuntime({ ...options, clock, devtools: announced });
      trace.watch(runtime);
      ended.addEventListener('abort', () => runtime.stop({ cancelRunning: true, reason: 'another run' }));
      return runtime;
    },
  };
}

/**
 * Runs to its end on a clock of its own, as fast as it goes; the clock and the trace are those of the end. Announced: DevTools
 * and the panel beside the figure see it.
 */
export async function runAtOnce(run: Run, announced = false): Promise<Stage> {
  const clock = createTestClock(Date.now());
  const stage = createStage(clock, new AbortController().signal, announced);
  let settled = false;
  const done = run(stage).finally(() => {
    settled = true;
  });
  // Seen at its end, where it is awaited; in between nobody listens.
  done.catch(() => {});
  // Most runs are over within the first step; the steps grow, for some policies wait for days.
  for (let step = 1000; !settled && step < LONGEST; step *= 2) await clock.advance(step);
  if (!settled) throw new Error('Expected the run to end, and it waits for ever');
  await done;
  return stage;
}

/** When the last thing of a run happened, in ms since its start. */
export function endOf(tasks: readonly TaskTrace[]): number {
  return Math.max(
    0,
    ...tasks.flatMap((task) => [task.endedAt ?? task.registeredAt, ...task.calls.map(({ to }) => to ?? 0)]),
  );
}

/**
 * Plays a run at that pace and tells what is to be seen. At once: only when it has ended, so that nothing flickers, and not
 * announced; any other is.
 * @returns what ends it
 */
export function play(run: Run, pace: Pace, show: (frame: Frame) => void): () => void {
  const controller = new AbortController();
  const over = (): boolean => controller.signal.aborted;
  const end = (tasks: readonly TaskTrace[]): void => {
    if (!over()) show({ tasks: [...tasks], now: endOf(tasks), running: false });
  };
  const refuse = (error: unknown): void => {
    if (!over()) show({ tasks: [], now: 0, running: false, refusal: String(error) });
  };

  if (pace === Infinity) {
    runAtOnce(run).then((stage) => end(stage.tasks), refuse);
    return () => controller.abort();
  }

  const virtual = pace === 'real' ? undefined : createTestClock(Date.now());
  const stage = createStage(virtual ?? systemClock, controller.signal, true);
  let settled = false;
  run(stage)
    .then(() => end(stage.tasks), refuse)
    .finally(() => {
      settled = true;
    });
  let last = performance.now();
  const onFrame = async (at: number): Promise<void> => {
    const passed = Math.max(0, at - last);
    last = at;
    if (virtual !== undefined && typeof pace === 'number') await virtual.advance(passed * pace);
    if (settled || over()) return;
    show({ tasks: [...stage.tasks], now: stage.now(), running: true });
    requestAnimationFrame(onFrame);
  };
  requestAnimationFrame(onFrame);
  return () => controller.abort();
}
