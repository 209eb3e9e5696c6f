import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { makeAttempt, makeError, makeLayer, makeRetried, makeTask, T0 } from '../testing/tasks.ts';
import { compileFilter } from './compile.ts';
import type { FilterWorld } from './keys.ts';
import { parseFilter, quoteValue } from './parse.ts';
import { type Present, suggest } from './suggest.ts';

const world: FilterWorld = {
  watchOf: () => ({ now: T0 + 5000, connected: true }),
  runtimeName: (task) => (task.runtimeId === 'rt' ? 'uploads' : 'other queue'),
};

const TASKS: readonly TaskModel[] = [
  makeRetried('1', 'success', { name: 'upload photo' }),
  makeRetried('2', 'error', { name: 'upload film' }),
  makeTask({
    id: '3',
    name: 'sync',
    runtimeId: 'second',
    state: 'error',
    startedAt: T0 + 5,
    endedAt: T0 + 90,
    error: makeError({ message: 'bad request', type: 'input', retryable: false }),
    layers: [makeLayer({ outcome: 'not-retryable' })],
  }),
  makeTask({
    id: '4',
    name: 'slow one',
    state: 'error',
    startedAt: T0,
    endedAt: T0 + 2000,
    error: makeError({ class: 'TimeoutError', name: 'TimeoutError', message: 'timed out', type: '' }),
    layers: [makeLayer({ kind: 'timeout', limit: undefined, outcome: 'timeout' })],
  }),
  makeTask({ id: '5', name: 'https://app.example/files[0]' }),
  makeTask({
    id: '6',
    name: 'between',
    state: 'running',
    retrying: true,
    startedAt: T0,
    layers: [makeLayer({ attempts: 1 })],
    attempts: [
      makeAttempt({ attempt: 1, endedAt: T0 + 1, error: makeError({ type: 'network' }), decision: 'retried' }),
    ],
  }),
];

const found = (text: string): string =>
  TASKS.filter((task) => compileFilter(text).test(task, world))
    .map((task) => task.id)
    .join(' ');

test.each([
  ['', '1 2 3 4 5 6'],
  ['upload', '1 2'],
  ['UPLOAD photo', '1'],
  ['"upload film"', '2'],
  ['"film upload"', ''],
  ['state:error', '2 3 4'],
  ['state:error state:success', '1 2 3 4'],
  ['state:retrying', '6'],
  ['state:running', '6'],
  ['retryable:yes', '2'],
  ['retryable:no', '3 4'],
  ['attempts:>2', '1 2'],
  ['attempts:1', '3 4 6'],
  ['attempts:>=1 state:error', '2 3 4'],
  ['error:TaskError', '1 2 3 6'],
  ['error:timeout', '4'],
  ['type:network', '6'],
  ['type:input type:network', '3 6'],
  ['runtime:uploads', '1 2 4 5 6'],
  ['runtime:"other queue"', '3'],
  ['ran:>1s', '4 6'],
  ['ran:>=1s', '1 2 4 6'],
  ['state:', '1 2 3 4 5 6'],
  ['state:r', '6'],
  ['outcome:ex', '2'],
  ['attempts:> state:error', '2 3 4'],
  ['retryable:y', '2'],
  ['ran:<100ms', '3'],
  ['waited:>3s', '5'],
  ['outcome:exhausted', '2'],
  ['outcome:timeout', '4'],
  ['-state:error', '1 5 6'],
  ['-upload state:error', '3 4'],
  ['-"upload film" upload', '1'],
  ['state:error -error:TimeoutError -type:input', '2'],
  ['name:photo', '1'],
  ['id:5', '5'],
  ['State:ERROR', '2 3 4'],
])('panel 1: the filter %s shows %s', (text, ids) => {
  expect(found(text)).toBe(ids);
});

test('panel 1: an unknown key, and a value that is none, are looked for as text and told as such', () => {
  expect(found('https://app')).toBe('5');
  expect(compileFilter('https://app').terms[0]?.problem).toEqual({ key: 'https' });
  expect(found('state:nonsense')).toBe('');
  expect(compileFilter('state:nonsense').terms[0]?.problem).toEqual({ key: 'state', value: 'nonsense' });
  expect(compileFilter('attempts:many').terms[0]?.problem).toEqual({ key: 'attempts', value: 'many' });
  expect(compileFilter('ran:>1s upload -state:error').terms.map((term) => term.problem)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('panel 1: a filter on durations is the only one whose answer changes with time', () => {
  expect(compileFilter('ran:>1s').timely).toBe(true);
  expect(compileFilter('waited:<5').timely).toBe(true);
  expect(compileFilter('ran:soon state:error').timely).toBe(false);
});

test('panel 1: a lone sign, a lone quote and brackets are plain text', () => {
  expect(parseFilter('- a').map((term) => [term.negated, term.value])).toEqual([
    [false, '-'],
    [false, 'a'],
  ]);
  expect(parseFilter('"').length).toBe(0);
  expect(parseFilter('-"open end').map((term) => [term.negated, term.value])).toEqual([[true, 'open end']]);
  expect(found('files[0]')).toBe('5');
});

test('U06: no text makes the filter throw, and each term stands where it says', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { terms, test: matches } = compileFilter(text);
      for (const task of TASKS) matches(task, world);
      let before = 0;
      for (const { start, end } of terms) {
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        before = end;
      }
      expect(before).toBeLessThanOrEqual(text.length);
    }),
  );
});

test('a quoted value comes back whole', () => {
  for (const value of ['plain', 'two words', '']) {
    expect(parseFilter(`name:${quoteValue(value)}`)[0]?.value).toBe(value);
  }
});

const present = (): Present => ({
  errors: ['TaskError', 'TimeoutError'],
  types: ['network'],
  runtimes: ['uploads', 'other queue'],
  groups: ['upload *'],
  failures: ['TaskError · http 503', 'TimeoutError'],
  causes: ['TimeoutError'],
});
const offered = (text: string, caret = text.length): string[] => suggest(text, caret, present).map((each) => each.text);

test('panel 1: suggestions are keys that begin so, and the values of a key', () => {
  expect(offered('')).toContain('state:');
  expect(offered('retr')).toEqual(['retryable:', 'retries:']);
  expect(offered('-st')).toEqual(['-state:']);
  expect(offered('photo')).toEqual([]);
  expect(offered('state:e')).toEqual(['state:error']);
  expect(offered('state:error')).toEqual([]);
  expect(offered('group:')).toEqual(['group:"upload *"']);
  expect(offered('failure:task')).toEqual(['failure:"TaskError · http 503"']);
  expect(offered('cause:')).toEqual(['cause:TimeoutError']);
  expect(offered('retryable:')).toEqual(['retryable:yes', 'retryable:no']);
  expect(offered('error:T')).toEqual(['error:TaskError', 'error:TimeoutError']);
  expect(offered('runtime:o')).toEqual(['runtime:"other queue"']);
  expect(offered('https:')).toEqual([]);
});

test('panel 1: a suggestion takes the place of the word at the caret and leaves the rest', () => {
  expect(suggest('upload st -error:x', 9, present)[0]).toMatchObject({ filter: 'upload state: -error:x', caret: 13 });
  expect(suggest('state:e photo', 7, present)[0]).toMatchObject({ filter: 'state:error photo', caret: 11 });
  expect(suggest('state:e', 7, present)[0]).toMatchObject({ filter: 'state:error ', caret: 12 });
});

test('D41: runtime: finds by the label that tells runtimes apart', () => {
  const labelled: FilterWorld = { ...world, runtimeName: (task) => (task.id === '1' ? 'uploads (2)' : 'uploads') };
  const ids = (text: string): string =>
    TASKS.filter((task) => compileFilter(text).test(task, labelled))
      .map((task) => task.id)
      .join(' ');
  expect(ids('runtime:"uploads (2)"')).toBe('1');
  expect(ids('runtime:uploads -runtime:(2)')).toBe('2 3 4 5 6');
});

test.each([
  ['group:"upload photo"', '1'],
  ['group:"between"', '6'],
  ['group:upload', ''],
  ['group:', '1 2 3 4 5 6'],
  ['ending:after-retries', '1'],
  ['ending:exhausted', '2'],
  ['ending:not-retryable ending:timeout', '3 4'],
  ['-ending:e', '1 3 4 5 6'],
  ['retries:>1', '1 2'],
  ['retries:0', '3 4 6'],
  ['reported:yes', '1 2 3 4 6'],
  ['reported:no', ''],
  ['failure:"TaskError · http · service unavailable"', '1 2'],
  ['failure:"TaskError · network · service unavailable"', '6'],
  ['cause:"TaskError · http · service unavailable"', '2'],
  ['cause:"TaskError · input · bad request"', '3'],
  ['backoff:>=402ms', '1 2'],
  ['backoff:>0ms', '1 2'],
  ['held:>0ms', ''],
  ['runtime:=uploads', '1 2 4 5 6'],
  ['runtime:=upload', ''],
  ['name:=sync', '3'],
  ['name:=', '1 2 3 4 5 6'],
])('panel 1: what Accounting sums up can be asked for: %s', (text, ids) => {
  expect(found(text)).toBe(ids);
});
