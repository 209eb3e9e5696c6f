import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_LENGTH } from './protocol.ts';
import { receive } from './schema.ts';
import { SESSION, Watched, Wire, wireError } from './testing/wire.ts';

const counters = { emitted: 1, delivered: 1, dropped: 0, pending: 0, lost: 0 };
const batchOf = (...events: unknown[]): string =>
  JSON.stringify({ type: 'batch', session: SESSION, batch: 1, counters, events });

describe('what a page says is held against the protocol', () => {
  it('bridge 8: every event of the protocol passes as it is', () => {
    const wire = new Wire();
    const events = [
      wire.created({ maxPending: 5 }),
      wire.changed({ state: 'paused', concurrency: 3 }),
      wire.registered('1', { parent: '0', meta: { kind: 'object', entries: [['a', 1]] } }),
      wire.started('1'),
      wire.layerStart('1', 1, { label: 'x', parentLayer: 3 }),
      wire.attemptStart('1', 1, 1),
      wire.retried('1', 1, 1, 5),
      wire.waitEnd('1', 1, 1, 5, 6),
      wire.layerEnd('1', 1),
      wire.done('1', { state: 'error', error: wireError({ preview: { kind: 'error' }, type: 'http', retryAfter: 5 }) }),
      { type: 'gap', stream: 'runtime', id: 'r1', from: 3, to: 4 },
      { type: 'snapshot:start', stream: 'ledger', id: 'l1' },
      { type: 'snapshot:end', stream: 'ledger', id: 'l1', seq: 0, library: '1', dropped: { tasks: 0, events: 0 } },
    ];
    expect(receive(batchOf(...events))).toEqual({
      message: { type: 'batch', session: SESSION, batch: 1, counters, events },
      refused: 0,
    });
  });

  it('bridge 5: a wait without end and a priority without bound pass as they are', () => {
    const wire = new Wire();
    const events = [
      wire.registered('1', { priority: 1 }),
      wire.attemptEnd('1', 1, 1, { decision: 'retried', planned: 7, error: wireError({ retryAfter: 7 }) }),
      wire.waitEnd('1', 1, 1, 7, 7),
    ];
    const json = batchOf(...events)
      .replaceAll(':7,', ':1e999,')
      .replaceAll(':7}', ':1e999}');
    const { message, refused } = receive(json.replace('"priority":1', '"priority":-1e999'));
    expect(refused).toBe(0);
    expect(message?.type === 'batch' && message.events).toMatchObject([
      { priority: -Infinity },
      { planned: Infinity, error: { retryAfter: Infinity } },
      { planned: Infinity, real: Infinity },
    ]);
  });

  it('an unbounded runtime keeps its Infinity over the wire', () => {
    const json = batchOf(new Wire().created()).replace('"maxPending":null', '"maxPending":1e999');
    const { message } = receive(json);
    expect(message?.type === 'batch' && message.events[0]).toMatchObject({ maxPending: Number.POSITIVE_INFINITY });
  });

  it('D15: unknown fields are left out, unknown events refused one by one, the rest counts', () => {
    const wire = new Wire();
    const { message, refused } = receive(
      batchOf({ ...wire.registered('1'), future: 1 }, { type: 'task:teleported' }, null, 7),
    );
    expect(refused).toBe(3);
    expect(message?.type === 'batch' && message.events).toEqual([{ ...new Wire().registered('1') }]);
  });

  it.each([
    ['null', null],
    ['a number', 7],
    ['an object', {}],
    ['text that is no JSON', '{'],
    ['another JSON', '[1]'],
    ['too long', `"${'x'.repeat(MAX_MESSAGE_LENGTH)}"`],
    [
      'a hello with a forged session',
      JSON.stringify({ type: 'hello', protocol: 1, session: '../x', hub: 1, url: '', since: 1 }),
    ],
    ['a batch without counters', JSON.stringify({ type: 'batch', session: SESSION, batch: 1, events: [] })],
  ])('D37: %s is refused without an error', (_, message) => {
    expect(receive(message)).toEqual({ message: undefined, refused: 1 });
  });

  it('D49: __proto__ keys leave Object.prototype and the events alone', () => {
    const text = batchOf(new Wire().registered('1')).replace(
      '"name":',
      '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":',
    );
    const { message } = receive(text);
    expect(message?.type === 'batch' && Object.keys(message.events[0] ?? {})).not.toContain('__proto__');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('bridge 6: a preview that is not one of ours, too deep or too large, is refused with its event', () => {
    let deep: unknown = 1;
    for (let n = 0; n < 50; n++) deep = { kind: 'object', entries: [['in', deep]] };
    const wide = { kind: 'array', entries: Array.from({ length: 30_000 }, () => [1, { kind: 'undefined' }]) };
    for (const meta of [deep, wide, {}, [1], { kind: 7 }, { kind: 'map', entries: [[1]] }, { kind: 'x', size: 'y' }]) {
      expect(receive(batchOf(new Wire().registered('1', { meta: meta as never }))).refused).toBe(1);
    }
  });

  it('fuzz: whatever comes, nothing throws and the model takes no harm', () => {
    const wire = new Wire();
    const samples = [wire.created(), wire.registered('1'), wire.started('1'), wire.layerStart('1', 1), wire.done('1')];
    const field = fc.constantFrom(
      'type',
      'seq',
      'id',
      'at',
      'runtimeId',
      'state',
      'layer',
      'options',
      'ledgerId',
      '__proto__',
    );
    const mutated = fc
      .tuple(fc.constantFrom(...samples), field, fc.jsonValue())
      .map(([sample, key, value]) => ({ ...sample, [key]: value }));
    fc.assert(
      fc.property(fc.array(fc.oneof(mutated, fc.jsonValue()), { maxLength: 20 }), (events) => {
        const watched = new Watched();
        const { message } = receive(batchOf(...events));
        if (message?.type === 'batch') watched.reducer.batch(message);
        expect(watched.rows.length).toBeLessThanOrEqual(20);
        expect(watched.reducer.model.counts.all).toBe(watched.rows.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
