import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeError, makeRetried, makeTask } from '../testing/tasks.ts';
import { createTestSource } from '../testing/test-source.ts';
import { asJson } from './as-json.ts';
import { asMarkdown } from './as-markdown.ts';
import { asPlaywright } from './as-playwright.ts';

const { model } = createTestSource();

test('panel 7: a task as JSON has its exact name, its attempts and where it ran', () => {
  const name = `${'y'.repeat(47)}😀tail\u202e`;
  const json: unknown = JSON.parse(asJson([makeRetried('1', 'error', { name })], model));
  expect(json).toMatchObject({
    runtime: 'uploads',
    page: 'https://app.example/',
    name,
    state: 'error',
    retryable: true,
  });
  expect(json).toHaveProperty('attempts.length', 3);
  expect(json).not.toHaveProperty('key');
});

test('U04: copied JSON holds every unit, a lone surrogate too, and is well formed itself', () => {
  const name = 'a\ud800b';
  const text = asJson([makeTask({ id: '1', name })], model);
  expect(text).not.toMatch(/\p{Surrogate}/u);
  expect(JSON.parse(text)).toMatchObject({ name });
});

test('panel 7: several tasks are a list', () => {
  expect(JSON.parse(asJson([makeTask({ id: '1' }), makeTask({ id: '2' })], model))).toHaveLength(2);
});

test('panel 7: as Playwright: where it got to, in how many attempts, retried because of what', () => {
  expect(asPlaywright([makeRetried('1', 'success', { name: "it's" })])).toBe(
    [
      "await expect(tasks.named('it\\'s')).toReach('success');",
      "await expect(tasks.named('it\\'s')).toHaveAttempts(3);",
      "await expect(tasks.named('it\\'s')).toHaveBeenRetriedBecause('TaskError');",
      '',
    ].join('\n'),
  );
  expect(asPlaywright([makeTask({ id: '2', name: 'x', state: 'success', startedAt: 1, endedAt: 2 })])).toBe(
    "await expect(tasks.named('x')).toReach('success');\n",
  );
});

test('panel 7: the Playwright text names the task exactly, whatever its name holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const line = asPlaywright([makeTask({ id: '1', name })]).split(').toReach')[0] ?? '';
      const literal = line.slice('await expect(tasks.named('.length, -1);
      // The literal is that of the language: evaluated, it is the name.
      const read: unknown = new Function(`return ${literal}`)();
      expect(read).toBe(name);
    }),
  );
});

test('panel 7: as Markdown: a report with attempts, the reason, and the error', () => {
  const text = asMarkdown([makeRetried('1', 'error', { name: 'upload' })], model);
  expect(text).toContain('## `upload`: Failed for good');
  expect(text).toContain('- Attempts: 3 of 3');
  expect(text).toContain('| 2 | `TaskError · http · service unavailable` | 198 ms | 300 ms / 300 ms | retried |');
  expect(text).toContain('All 2 retries of retry({ retries: 2 }) were used.');
  expect(text).toContain('```\nTaskError: service unavailable\n```');
});

test('panel 7: no name and no error leaves its place in the Markdown', () => {
  const text = asMarkdown(
    [
      makeRetried('1', 'error', {
        name: '``` | <img src=x> `',
        error: makeError({ message: 'a\n````\nb', preview: { kind: 'error', entries: [['stack', 'x\n```\ny']] } }),
      }),
    ],
    model,
  );
  expect(text.split('\n')[0]).toBe('## ```` ``` | <img src=x> ` ````: Failed for good');
  expect(text).toContain('````\nx\n```\ny\n````');
});
