import { describe, expect, test } from 'vitest';
import { judge, table } from './table.ts';

const measured = { id: 'x', what: 'x ÷ y', unit: '×', value: 1.1, spread: [1, 1.2], plausible: [0.1, 10] } as const;

describe('the bench table', () => {
  test('a figure is held against its goal, either way', () => {
    expect(judge({ ...measured, goal: { atMost: 1.15 } })).toMatchObject({ met: true, goal: '≤ 1.15' });
    expect(judge({ ...measured, goal: { atMost: 1.05 } })).toMatchObject({ met: false });
    expect(judge({ ...measured, goal: { atLeast: 1.05 } })).toMatchObject({ met: true, goal: '≥ 1.05' });
    expect(judge(measured)).toMatchObject({ met: null, goal: null });
  });

  test('an implausible figure is an error, not a win; so is one that is no number', () => {
    expect(() => judge({ ...measured, value: 0.001 })).toThrow('x: 0.001 × is outside the plausible 0.1 to 10');
    expect(() => judge({ ...measured, value: Number.NaN })).toThrow('outside the plausible');
  });

  test('what could not be measured says why', () => {
    const outcome = judge({ id: 'x', what: 'x', unit: '×', unmeasured: 'no browser' });
    expect(outcome).toMatchObject({ value: null, met: null, why: 'no browser' });
    expect(table([outcome])).toContain('not measured: no browser');
  });

  test('large figures have their thousands apart', () => {
    expect(table([judge({ ...measured, value: 23_456, unit: 'events/s', plausible: [1, 1e6] })])).toContain(
      '23 500 events/s',
    );
  });
});
