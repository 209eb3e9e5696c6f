import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Wire } from '../../bridge/testing/wire.ts';
import { Backlog } from './backlog.ts';

const text = (...events: object[]): string => JSON.stringify(events).slice(1, -1);
const events = (item: { readonly text: string } | undefined): { type: string; seq?: number }[] =>
  JSON.parse(`[${item?.text ?? ''}]`);

describe('what waits for a viewer without credit', () => {
  it('bridge 12: within its room nothing is looked at, and what waits makes whole batches', () => {
    const wire = new Wire();
    const backlog = new Backlog();
    for (const id of ['1', '2', '3']) backlog.add(text(wire.registered(id), wire.started(id)), 2);
    expect([backlog.events, backlog.full, backlog.empty]).toEqual([6, false, false]);
    const item = backlog.shift();
    expect(events(item).map((event) => event.seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([item?.events, backlog.events, backlog.empty, backlog.shift()]).toEqual([6, 0, true, undefined]);
  });

  it('bridge 12: the details of ended tasks go first, the oldest of them first, each run of them told as a gap', () => {
    const wire = new Wire();
    const backlog = new Backlog(900);
    backlog.add(
      text(wire.registered('ended'), wire.registered('live'), wire.started('ended'), wire.started('live')),
      4,
    );
    backlog.add(
      text(wire.attemptStart('ended', 1, 1), wire.attemptStart('live', 1, 1), wire.attemptEnd('ended', 1, 1)),
      3,
    );
    backlog.add(text(wire.done('ended')), 1);
    backlog.add(text(wire.registered('next')), 1);
    const kept = events(backlog.shift());
    expect(kept.map((event) => [event.type, event.seq])).toEqual([
      ['task:registered', 1],
      ['task:registered', 2],
      ['gap', undefined],
      ['task:started', 4],
      ['attempt-start', 1],
      ['attempt-start', 2],
      ['attempt-end', 3],
      ['task:done', 5],
      ['task:registered', 6],
    ]);
    expect(kept[2]).toEqual({ type: 'gap', stream: 'runtime', id: 'r1', from: 3, to: 3 });
    expect(backlog.dropped).toBe(1);
  });

  it('bridge 12: a snapshot is never thinned out', () => {
    const wire = new Wire();
    const backlog = new Backlog(200);
    const mark = (type: string) => ({ stream: 'runtime', id: 'r1', type });
    backlog.add(text(mark('snapshot:start'), wire.registered('1'), wire.started('1'), wire.done('1')), 4);
    backlog.add(text(wire.registered('2'), wire.started('2'), wire.done('2')), 3);
    backlog.add(text(mark('snapshot:end'), wire.registered('3'), wire.started('3'), wire.done('3')), 4);
    expect([backlog.dropped, backlog.events, backlog.full]).toEqual([0, 11, true]);
  });

  it('bridge 12: whatever it is given, what is dropped, what waits and what went add up', () => {
    const step = fc.record({
      id: fc.nat(5),
      what: fc.constantFrom('r', 's', 'd', 'shift'),
      n: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 100, max: 3_000 }), (steps, room) => {
        const wire = new Wire();
        const backlog = new Backlog(room);
        let given = 0;
        let went = 0;
        for (const { id, what, n } of steps) {
          if (what === 'shift') {
            const item = backlog.shift();
            went += item?.events ?? 0;
            expect(events(item).filter((event) => event.type !== 'gap')).toHaveLength(item?.events ?? 0);
            continue;
          }
          const make = () =>
            what === 'r' ? wire.registered(`${id}`) : what === 's' ? wire.started(`${id}`) : wire.done(`${id}`);
          backlog.add(text(...Array.from({ length: n }, make)), n);
          given += n;
        }
        expect(given).toBe(went + backlog.events + backlog.dropped);
      }),
    );
  });
});
