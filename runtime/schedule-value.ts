import { type Rule, shape } from './check.ts';

/** What a schedule answers when it is asked whether, and when, to go on. */
export interface ScheduleStep<Output> {
  readonly continue: boolean;
  /** ms to wait before the next run; 0 when it stops. */
  readonly delay: number;
  readonly output: Output;
}

/** What a predicate or a delay function of a schedule is told. Times are ms of the clock; counted from the schedule's first step. */
export interface ScheduleMetadata<Output = unknown, Input = unknown> {
  readonly input: Input;
  readonly output: Output;
  /** The wait that would be granted. */
  readonly delay: number;
  /** 1 at the first step. */
  readonly attempt: number;
  readonly start: number;
  readonly now: number;
  readonly elapsed: number;
  readonly elapsedSincePrevious: number;
}

/** Asks a schedule that was started: `now` is the clock's, `input` the error (of a retry) or the value (of a repeat). */
export type Stepper<Output, Input> = (now: number, input: Input) => ScheduleStep<Output>;

/**
 * When to go on, as a value: immutable, without state, safe to share between runs that go on at once. All state of a run is in what
 * `start` returns.
 */
export interface Schedule<Output = unknown, Input = unknown> {
  /** It ends by itself, after finitely many steps or a finite time. */
  readonly bounded: boolean;
  /** For `retry`, `repeat` and `Schedule.toStep`: begins a run. */
  start(random: () => number): Stepper<Output, Input>;
}

export function makeSchedule<Output, Input>(
  bounded: boolean,
  start: (random: () => number) => Stepper<Output, Input>,
): Schedule<Output, Input> {
  return Object.freeze({ bounded, start });
}

/** By its shape: it may come from another copy of the library. */
export const SCHEDULE: Rule = /* @__PURE__ */ shape('a schedule', 'bounded', 'start');
