import { expect as base, test as baseTest } from '@playwright/test';
import { matchers } from './matchers.ts';
import { TaskLog } from './task-log.ts';
import { Tasks } from './tasks.ts';

/**
 * Playwright's `test` with `tasks`: what the app's runtimes did, as history, without an extension. A test that fails has a
 * recording of it attached, which `npx tasklens view FILE` opens.
 *
 * @example
 * ```ts
 * import { test, expect } from 'tasklens/playwright';
 * test('an upload survives two 503s', async ({ page, tasks }) => {
 *   await page.goto('/');
 *   await expect(tasks.named('upload')).toReach('success');
 *   await expect(tasks.named('upload')).toHaveAttempts(3);
 * });
 * ```
 */
export const test = baseTest.extend<{ tasks: Tasks }>({
  tasks: async ({ context }, use, testInfo) => {
    const log = new TaskLog();
    const tasks = new Tasks(log);
    await tasks.watch(context);
    await use(tasks);
    if (testInfo.status === testInfo.expectedStatus || log.events.length === 0) return;
    await testInfo.attach('tasklens-recording.jsonl', {
      body: log.recording(),
      contentType: 'application/x-ndjson',
    });
  },
});

/** Playwright's `expect`, with matchers for tasks. */
export const expect = base.extend(matchers);
