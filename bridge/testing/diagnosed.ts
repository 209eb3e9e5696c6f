import { createRuntime, type Runtime, type RuntimeOptions, type TaskFn } from '../../runtime/index.ts';
import { createTestClock, type TestClock } from '../../runtime/testing/index.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Insight, RuleId } from '../diagnostics/rule.ts';
import type { Model } from '../model/model.ts';
import { readRecording } from '../recording/read.ts';
import { record } from '../recording/record.ts';
import { replay } from '../recording/to-model.ts';

/** A runtime on a clock of its own, that is being recorded. */
export interface Scene {
  readonly clock: TestClock;
  readonly runtime: Runtime;
  /** Enqueues; how it ends is nobody's concern. */
  readonly run: (fn: TaskFn<unknown>, name?: string) => void;
  /** A body that fails so often with what `error` makes, after `takes` ms, then succeeds. */
  readonly failing: (times: number, error: () => unknown, takes?: number) => TaskFn<void>;
}

/** What a recording of the scene shows, by way of its file. */
export async function recorded(
  play: (scene: Scene) => void,
  until: number,
  options: RuntimeOptions = {},
): Promise<Model> {
  const clock = createTestClock(1_000_000);
  const runtime = createRuntime({ clock, concurrency: 20, ...options });
  const recording = record(runtime);
  play({
    clock,
    runtime,
    run(fn, name = 'task') {
      runtime.enqueue(fn, { name }).promise.catch(() => {});
    },
    failing(times, error, takes = 5) {
      let failures = 0;
      return async ({ signal }) => {
        await clock.sleep(takes, signal);
        if (failures++ < times) throw error();
      };
    },
  });
  await clock.advance(until);
  const text = recording.stop();
  runtime.stop({ cancelRunning: true });
  await clock.advance(100_000);
  return replay(readRecording(new TextEncoder().encode(text)).recording).model;
}

/** The finding of that rule, if there is one. */
export async function finding(
  rule: RuleId,
  play: (scene: Scene) => void,
  until = 60_000,
  options?: RuntimeOptions,
): Promise<Insight | undefined> {
  return diagnose(await recorded(play, until, options)).find((insight) => insight.rule === rule);
}
