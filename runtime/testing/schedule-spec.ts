// Builds the expressions of the oracle, ours and effect's, from one description.
import { Schedule } from '../index.ts';

export type Spec =
  | { readonly op: 'recurs'; readonly n: number }
  | { readonly op: 'spaced' | 'fixed' | 'windowed' | 'fibonacci' | 'duration' | 'during'; readonly ms: number | string }
  | { readonly op: 'exponential'; readonly ms: number; readonly factor?: number }
  | { readonly op: 'forever' | 'once' }
  | { readonly op: 'max' | 'min'; readonly of: readonly Spec[] }
  | { readonly op: 'concat'; readonly first: Spec; readonly then: Spec }
  | { readonly op: 'upTo'; readonly of: Spec; readonly times?: number; readonly durationMs?: number }
  | { readonly op: 'jittered' | 'passthrough'; readonly of: Spec }
  | { readonly op: 'addDelay'; readonly of: Spec; readonly ms: number }
  | { readonly op: 'modifyDelay*'; readonly of: Spec; readonly factor: number }
  | { readonly op: 'whileInput'; readonly of: Spec; readonly allow: readonly unknown[] }
  | { readonly op: 'whileElapsed<'; readonly of: Spec; readonly ms: number };

export function build(spec: Spec): Schedule.Schedule {
  switch (spec.op) {
    case 'recurs':
      return Schedule.recurs(spec.n);
    case 'spaced':
    case 'fixed':
    case 'windowed':
    case 'fibonacci':
    case 'duration':
    case 'during':
      return Schedule[spec.op](Number(spec.ms));
    case 'exponential':
      return Schedule.exponential(spec.ms, spec.factor);
    case 'forever':
    case 'once':
      return Schedule[spec.op];
    case 'max':
    case 'min':
      return Schedule[spec.op](spec.of.map(build));
    case 'concat':
      return Schedule.concat(build(spec.first), build(spec.then));
    case 'upTo':
      return Schedule.upTo(build(spec.of), { times: spec.times, duration: spec.durationMs });
    case 'jittered':
      return Schedule.jittered(build(spec.of));
    case 'passthrough':
      return Schedule.passthrough(build(spec.of));
    case 'addDelay':
      return Schedule.addDelay(build(spec.of), () => spec.ms);
    case 'modifyDelay*':
      return Schedule.modifyDelay(build(spec.of), ({ delay }) => delay * spec.factor);
    case 'whileInput':
      return Schedule.whileStep(build(spec.of), ({ input }) => spec.allow.includes(input));
    case 'whileElapsed<':
      return Schedule.whileStep(build(spec.of), ({ elapsed }) => elapsed < spec.ms);
  }
}
