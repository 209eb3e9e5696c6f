import { Reducer, type ReducerOptions } from '../model/reducer.ts';
import type { Violation } from '../model/types.ts';
import type { WireEvent } from '../protocol.ts';
import type { Recording } from './format.ts';

const RULES: Readonly<Record<Violation['rule'], true>> = {
  'after-terminal': true,
  'second-end': true,
  'attempt-jump': true,
  'over-limit': true,
  'unknown-transition': true,
};

/** The model that the events of a recording make. Nothing in it goes on: its documents count as left. */
export function replay(recording: Recording, options: ReducerOptions = {}): Reducer {
  const reducer = new Reducer({ maxTasks: Number.MAX_SAFE_INTEGER, ...options });
  const batches = new Map<string, number>();
  const delivered = new Map<string, number>();
  for (const { session, url, since, protocol } of recording.sessions) {
    reducer.hello({ type: 'hello', protocol, session, hub: 1, url, since, resumed: false });
  }
  const missed = new Map(recording.sessions.map(({ session, dropped = 0, lost = 0 }) => [session, { dropped, lost }]));
  for (const { session, events } of recording.parts) {
    const batch = (batches.get(session) ?? 0) + 1;
    const told = (delivered.get(session) ?? 0) + events.filter((event: WireEvent) => event.type !== 'gap').length;
    batches.set(session, batch);
    delivered.set(session, told);
    const { dropped = 0, lost = 0 } = missed.get(session) ?? {};
    const counters = { emitted: told + dropped + lost, delivered: told, dropped, pending: 0, lost };
    reducer.batch({ type: 'batch', session, batch, counters, events });
  }
  for (const { session } of recording.sessions) {
    const marks = recording.marks.filter((one) => one.session === session);
    reducer.mark(
      session,
      marks.map(({ runtimeId, id, registered, partial, stepsLost, violations = [] }) => ({
        runtimeId,
        id,
        registeredSeq: registered,
        partial: partial === true,
        stepsLost: stepsLost === true,
        violations: violations.filter((violation): violation is Violation => Object.hasOwn(RULES, violation.rule)),
      })),
    );
    reducer.disconnected(session, true);
  }
  return reducer;
}

/** The moment up to which it tells, epoch ms; undefined for one without events. */
export function endOf(recording: Recording): number | undefined {
  if (recording.until !== undefined) return recording.until;
  let last: number | undefined;
  for (const { events } of recording.parts) {
    for (const event of events) if ('at' in event && (last === undefined || event.at > last)) last = event.at;
  }
  return last;
}
