import { expect, it } from 'vitest';
import { createGroups, MAX_GROUPS, OTHERS } from './groups.ts';

it('bridge 8: however many names a page makes up, the groups are bounded and still add up', () => {
  const groups = createGroups(
    () => ({ n: 0 }),
    ({ n }) => n === 0,
  );
  const names = Array.from({ length: 3 * MAX_GROUPS }, (_, index) => `name ${index}`);
  const bump = (by: number) => (sums: { n: number }) => {
    sums.n += by;
  };
  for (const name of names) groups.change(name, bump(1));
  expect(groups.groups.size).toBe(MAX_GROUPS + 1);
  expect(groups.groups.get(OTHERS)?.n).toBe(2 * MAX_GROUPS);
  // A place that becomes free is not given to a name whose sums lie with the others.
  groups.change('name 0', bump(-1));
  groups.change(`name ${MAX_GROUPS}`, bump(1));
  expect(groups.groups.get(OTHERS)?.n).toBe(2 * MAX_GROUPS + 1);
  groups.change(`name ${MAX_GROUPS}`, bump(-1));
  for (const name of names.slice(1)) groups.change(name, bump(-1));
  expect(groups.groups.size).toBe(0);
});
