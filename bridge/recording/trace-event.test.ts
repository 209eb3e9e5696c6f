import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { TaskError } from '../../runtime/index.ts';
import { traced } from '../page/traced.ts';
import { recorded } from '../testing/diagnosed.ts';
import { recordingOf } from './from-model.ts';
import { traceEvents } from './trace-event.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const args = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));
const place = { pid: whole, tid: whole, name: v.string() };

/** What the Trace Event Format asks of the kinds of events that are written. */
const schema = v.strictObject({
  displayTimeUnit: v.literal('ms'),
  traceEvents: v.array(
    v.variant('ph', [
      v.strictObject({
        ph: v.literal('M'),
        ...place,
        name: v.picklist(['process_name', 'thread_name']),
        args: v.strictObject({ name: v.string() }),
      }),
      v.strictObject({ ph: v.literal('X'), ...place, cat: v.string(), ts: whole, dur: whole, args }),
      v.strictObject({ ph: v.literal('i'), s: v.literal('t'), ...place, cat: v.string(), ts: whole, args }),
    ]),
  ),
});

describe('the Chrome trace of a recording', () => {
  it('bridge 20: has the schema of the Trace Event Format, and slices that lie inside each other', async () => {
    const body = fc.record({
      takes: fc.nat(40),
      fails: fc.nat(3),
      retries: fc.nat(3),
      timeout: fc.integer({ min: 1, max: 80 }),
      deaf: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(body, { maxLength: 8 }), fc.nat(150), async (all, until) => {
        const model = await recorded(
          ({ run, failing, clock }) => {
            for (const { takes, fails, retries, timeout, deaf } of all) {
              const work = deaf
                ? () => clock.sleep(takes)
                : failing(fails, () => new TaskError('503', { retryable: true }), takes);
              run(traced.withTimeout(traced.retry(work, { retries, delay: 7 }), timeout));
            }
          },
          until,
          { concurrency: 2 },
        );
        const trace = JSON.parse(JSON.stringify(traceEvents(recordingOf(model))));
        const { traceEvents: events } = v.parse(schema, trace);
        // In one thread a slice lies inside another or beside it: readers draw nothing else.
        for (const a of events) {
          for (const b of events) {
            if (a.ph !== 'X' || b.ph !== 'X' || a.pid !== b.pid || a.tid !== b.tid || a.ts > b.ts) continue;
            const [endA, endB] = [a.ts + a.dur, b.ts + b.dur];
            expect(b.ts >= endA || endB <= endA || a.ts === b.ts).toBe(true);
          }
        }
        expect(events.filter((event) => event.ph === 'X' && event.cat === 'task').length).toBe(
          [...model.tasks.values()].filter((row) => row.startedAt !== undefined).length,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('bridge 20: a runtime is a process, a slot a thread, a back-off a slice, a timeout an instant', async () => {
    const model = await recorded(
      ({ run, failing, clock }) => {
        run(
          traced.retry(
            failing(1, () => new TaskError('503', { retryable: true })),
            { retries: 1, delay: 100 },
          ),
          'upload',
        );
        run(
          traced.withTimeout(() => clock.sleep(90), 50),
          'deaf',
        );
      },
      1_000,
      { name: 'uploads' },
    );
    const { traceEvents: events } = traceEvents(recordingOf(model));
    const names = events.filter((event) => event.ph === 'M').map((event) => event.args.name);
    expect(names).toEqual([expect.stringMatching(/^uploads/), 'queue', 'slot 0', 'slot 1']);
    expect(events).toContainEqual({
      ph: 'X',
      name: 'back-off',
      cat: 'back-off',
      ts: 1_000_005_000,
      dur: 100_000,
      pid: 1,
      tid: 2,
      args: { planned: 100 },
    });
    expect(events).toContainEqual({
      ph: 'i',
      s: 't',
      name: 'timeout',
      cat: 'timeout',
      ts: 1_000_050_000,
      pid: 1,
      tid: 3,
      args: { ms: 50 },
    });
  });
});
