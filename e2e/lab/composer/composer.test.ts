import fc from 'fast-check';
import * as tasklens from 'tasklens';
import { describe, expect, it } from 'vitest';
import { stepsOf } from '../figures/schedule.run.ts';
import { seeded } from '../trace/random.ts';
import { codeOf, toSchedule } from './code.ts';
import type { Kind, PolicyNode } from './node.ts';
import {
  INITIAL,
  KIND_NAMES,
  readNode,
  replaceAt,
  specOf,
  turnedInto,
  withoutPart,
  withPart,
  wrappedIn,
  writeNode,
} from './node.ts';

const numbersOf = (kind: Kind): fc.Arbitrary<number[]> =>
  fc.tuple(
    ...specOf(kind).numbers.map(({ max, step = 1 }) => fc.integer({ min: 0, max: max / step }).map((n) => n * step)),
  );

/** Any policy of a few levels. */
const policies: fc.Arbitrary<PolicyNode> = fc.letrec<{ node: PolicyNode }>((tie) => {
  const kinds = (parts: boolean) => KIND_NAMES.filter((kind) => (specOf(kind).parts !== 0) === parts);
  const leaf = fc
    .constantFrom(...kinds(false))
    .chain((kind) => numbersOf(kind).map((numbers): PolicyNode => ({ kind, numbers, parts: [] })));
  const inner = fc.constantFrom(...kinds(true)).chain((kind) => {
    const { parts } = specOf(kind);
    const [minLength, maxLength] = parts === 'many' ? [1, 3] : [Number(parts), Number(parts)];
    return fc
      .tuple(numbersOf(kind), fc.array(tie('node'), { minLength, maxLength }))
      .map(([numbers, children]): PolicyNode => ({ kind, numbers, parts: children }));
  });
  return { node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, inner) };
}).node;

const sizeOf = (node: PolicyNode): number => 1 + node.parts.reduce((sum, part) => sum + sizeOf(part), 0);

describe('a policy', () => {
  it('in an address is the same policy again', () => {
    fc.assert(
      fc.property(policies, (node) => {
        fc.pre(sizeOf(node) <= 40);
        expect(readNode(writeNode(node))).toEqual(node);
      }),
    );
    expect(writeNode(INITIAL)).toBe('max(exponential(100,2),recurs(3))');
  });

  it('is read from a link only when it is whole', () => {
    for (const text of [
      '',
      'max',
      'max()',
      'recurs',
      'recurs(3',
      'recurs(3))',
      'recurs(1.5)',
      'recurs(-1)',
      'recurs(3,4)',
      'spaced(1e9)',
      'max(recurs(3),5)',
      'jittered(once,once)',
      'constructor(1)',
      '__proto__',
      'once once',
      `${'jittered('.repeat(60)}once${')'.repeat(60)}`,
    ]) {
      expect(readNode(text), text).toBeUndefined();
    }
    expect(readNode(' max( once , recurs(3) ) ')).toBeDefined();
  });

  it('as code is the policy that is drawn, wait for wait', () => {
    fc.assert(
      fc.property(policies, (node) => {
        const body = codeOf(node, 'unbounded').replace(
          /import \{ (.*) \} from 'tasklens';/,
          'const { $1 } = tasklens;',
        );
        const paste = new Function('tasklens', 'upload', 'checkJob', `${body}return policy;`);
        const pasted = paste(
          tasklens,
          () => {},
          () => {},
        ) as tasklens.Schedule.Schedule<unknown, unknown>;
        const drawn = toSchedule(node);
        expect(pasted.bounded).toBe(drawn.bounded);
        const [one, other] = [pasted.start(seeded(1)), drawn.start(seeded(1))];
        for (let now = 0, step = 0; step < 12; step += 1) {
          const answer = one(now, undefined);
          expect(answer).toEqual(other(now, undefined));
          now += Math.min(answer.delay, 1e12) + 7;
        }
      }),
    );
  });

  it('stays whole, whatever is done to a part of it', () => {
    fc.assert(
      fc.property(policies, fc.constantFrom(...KIND_NAMES), (node, kind) => {
        const { parts } = specOf(kind);
        const changed = [turnedInto(node, kind), ...(parts === 0 ? [] : [wrappedIn(node, kind)])];
        if (specOf(node.kind).parts !== 0) changed.push(withoutPart(node, 0));
        if (specOf(node.kind).parts === 'many') changed.push(withPart(node));
        for (const after of changed) {
          fc.pre(sizeOf(after) <= 40);
          expect(readNode(writeNode(after)), writeNode(after)).toEqual(after);
          expect(() => toSchedule(after)).not.toThrow();
        }
      }),
    );
    const capped = replaceAt(INITIAL, [1], (part) => turnedInto(part, 'spaced'));
    expect(writeNode(capped)).toBe('max(exponential(100,2),spaced(100))');
    // What one wraps or turns keeps its numbers where the other has the same.
    expect(writeNode(turnedInto({ kind: 'spaced', numbers: [700], parts: [] }, 'exponential'))).toBe(
      'exponential(700,2)',
    );
  });
});

describe('the waits of a policy', () => {
  const waits = async (text: string, most = 6): Promise<readonly number[]> => {
    const node = readNode(text);
    if (node === undefined) throw new Error(`no policy: ${text}`);
    return (await stepsOf(node, 0, 1, most)).delays;
  };

  it('runtime 29: exponential AND three times', async () => {
    expect(await waits('max(exponential(100,2),recurs(3))')).toEqual([100, 200, 400]);
  });

  it('runtime 30: the traps, as they are', async () => {
    expect(await waits('min(exponential(100,2),recurs(3))')).toEqual([0, 0, 0, 800, 1600, 3200]);
    const outside = await waits('jittered(min(exponential(500,2),spaced(5000)))', 200);
    expect(Math.max(...outside)).toBeGreaterThan(5000);
    expect(Math.max(...outside)).toBeLessThanOrEqual(6000);
    const inside = await waits('min(jittered(exponential(500,2)),spaced(5000))', 200);
    expect(Math.max(...inside)).toBe(5000);
    expect(await waits('upToDuration(1000,spaced(400))')).toEqual([400, 400, 400]);
  });
});
