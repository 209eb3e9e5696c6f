import { expect, it } from 'vitest';
import { wireError } from '../testing/wire.ts';
import { errorGroup, nameGroup } from './alike.ts';

it.each([
  ['upload photo-0412.jpg', 'upload *'],
  ['GET /users/42/posts', 'GET /users/*/posts'],
  ['sync /contacts', 'sync /contacts'],
  ['job 0b6e9a1c-7f1e-4b7e-9d6e-2f4a3c1d5e6f', 'job *'],
  ['say "hi"\nagain', 'say hi again'],
  ['', ''],
])('names that differ in their numbers alone are of one group: %j', (name, group) => {
  expect(nameGroup(name)).toBe(group);
});

it('panel 4: a name of 10 kB has a short group, cut between two characters', () => {
  const group = nameGroup('😀'.repeat(2_500));
  expect(group.length).toBeLessThan(130);
  expect(encodeURIComponent(group)).toContain('%F0%9F%98%80');
});

it.each([
  [{ message: 'http 503' }, 'TaskError · http 503'],
  [{ type: 'http', message: 'http 503' }, 'TaskError · http 503'],
  [{ type: 'network', message: 'no answer' }, 'TaskError · network · no answer'],
  [{ name: 'TimeoutError', message: 'timed out after 15000 ms' }, 'TimeoutError · timed out after * ms'],
  [{ name: 'Error', class: 'HttpError', message: '' }, 'HttpError'],
  [{ name: '', class: '', message: 'x' }, ' · x'],
])('failures of one kind are of one group: %j', (fields, group) => {
  expect(errorGroup(wireError(fields))).toBe(group.trim());
});
