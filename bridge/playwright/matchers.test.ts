import { expect as base } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { RecordingError } from '../recording/format.ts';
import { readRecording } from '../recording/read.ts';
import { SESSION, Wire, wireError } from '../testing/wire.ts';
import { wireJson } from '../wire-json.ts';
import { loadRecording } from './load.ts';
import { matchers } from './matchers.ts';
import { TaskLog } from './task-log.ts';
import { TaskQuery } from './task-query.ts';

const told = base.extend(matchers);
const SOON = { timeout: 20 };

/** A page that tells what the test makes it tell. */
class FakePage {
  readonly log = new TaskLog();
  readonly wire = new Wire();
  readonly tasks = new TaskQuery(this.log);
  here = true;

  tell(...events: readonly object[]): this {
    const page = { session: SESSION, url: 'http://app.test/', since: 1, place: this, alive: () => this.here };
    this.log.hear(page, events.map(wireJson).join(','));
    return this;
  }

  created(): this {
    return this.tell(this.wire.created({ concurrency: 2 }));
  }

  /** A task that fails so often and then ends as it says. */
  run(
    name: string,
    failures = 0,
    end: 'success' | 'error' = 'success',
    error = wireError({ type: 'http', message: '503' }),
  ): this {
    const { wire } = this;
    this.tell(wire.registered(name, { name }), wire.started(name), wire.layerStart(name, 1));
    for (let attempt = 1; attempt <= failures; attempt++) {
      this.tell(wire.attemptStart(name, 1, attempt));
      this.tell(wire.attemptEnd(name, 1, attempt, { decision: 'retried', planned: 5, error }));
    }
    const decision = end === 'success' ? 'succeeded' : 'exhausted';
    this.tell(wire.attemptStart(name, 1, failures + 1), wire.attemptEnd(name, 1, failures + 1, { decision }));
    this.tell(wire.layerEnd(name, 1, { outcome: decision }));
    return this.tell(wire.done(name, end === 'success' ? {} : { state: 'error', error, retryable: error.retryable }));
  }
}

/** What a failed expectation says. */
async function refusal(expectation: () => Promise<unknown>): Promise<string> {
  try {
    await expectation();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('expected it to fail');
}

describe('toReach', () => {
  it('P01: holds for a state that has passed, and for one that comes while it waits', async () => {
    const page = new FakePage().created();
    const waiting = told(page.tasks.named('upload')).toReach('success');
    page.run('upload', 1);
    await waiting;
    for (const state of ['pending', 'running', 'retrying', 'success'] as const) {
      await told(page.tasks.named('upload')).toReach(state);
    }
  });

  it('P01: fails at once for a task that ended otherwise, and says what was seen, with times', async () => {
    const page = new FakePage().created().run('upload', 2, 'error').run('other');
    const started = performance.now();
    const said = await refusal(() => told(page.tasks.named('upload')).toReach('success', { timeout: 60_000 }));
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(said).toContain('Expected tasks named "upload" to reach success');
    expect(said).toContain('→ 00:00:01.038 "upload" error, 3 of 3 attempts');
    expect(said).toContain('  00:00:01.068 "other" success, 1 of 3 attempts');
  });

  it('P01: needs at least one task, and all of them', async () => {
    const page = new FakePage().created().run('a').tell(new Wire('r1').registered('z'));
    expect(await refusal(() => told(page.tasks.named('b')).toReach('success', SOON))).toContain('Seen (');
    page.tell({ ...page.wire.registered('late', { name: 'a' }) });
    expect(await refusal(() => told(page.tasks.named('a')).toReach('success', SOON))).toContain('"a" pending');
  });

  it('P04: turned round it waits until all is idle', async () => {
    const page = new FakePage().created().run('upload');
    await told(page.tasks).not.toReach('error');
    expect(await refusal(() => told(page.tasks).not.toReach('success'))).toContain('not to reach success');
    page.tell(page.wire.registered('open'));
    expect(await refusal(() => told(page.tasks).not.toReach('error', SOON))).toContain('not idle in time');
    page.here = false;
    await told(page.tasks).not.toReach('error');
  });

  it('P04: says what it takes', async () => {
    const { tasks } = new FakePage();
    // @ts-expect-error: refused by the types too
    expect(await refusal(() => told('upload').toReach('success'))).toContain('toReach takes tasks');
    // @ts-expect-error: refused by the types too
    expect(await refusal(() => told(tasks).toReach('done'))).toContain('toReach takes one of pending, running');
  });
});

describe('toHaveAttempts', () => {
  it('P04: counts the first one too', async () => {
    const page = new FakePage().created().run('upload', 2);
    await told(page.tasks).toHaveAttempts(3);
    expect(await refusal(() => told(page.tasks).toHaveAttempts(2))).toContain('to have 2 attempts');
    await told(page.tasks).not.toHaveAttempts(2);
  });

  it('P04: without accounting it fails with the mend, whatever is expected', async () => {
    const page = new FakePage().created();
    page.tell(page.wire.registered('a'), page.wire.started('a'), page.wire.done('a'));
    expect(await refusal(() => told(page.tasks).toHaveAttempts(1))).toContain('retries not reported; import traced');
    expect(await refusal(() => told(page.tasks).not.toHaveAttempts(1))).toContain(
      'retries not reported; import traced',
    );
  });

  it('P04: says what it takes', async () => {
    const { tasks } = new FakePage();
    expect(await refusal(() => told(tasks).toHaveAttempts(1.5))).toContain('takes a whole number, 0 or more, got 1.5');
    // @ts-expect-error: refused by the types too
    expect(await refusal(() => told([]).toHaveAttempts(1))).toContain('toHaveAttempts takes tasks');
  });
});

describe('toHaveBeenRetriedBecause', () => {
  class TaskError extends Error {}

  it('P04: knows a class, its name, a type and a text', async () => {
    const page = new FakePage().created().run('upload', 1);
    for (const because of [TaskError, 'TaskError', 'http', /503/]) {
      await told(page.tasks).toHaveBeenRetriedBecause(because);
    }
  });

  it('P04: fails with the reasons there were; an error that ended it is none', async () => {
    const page = new FakePage().created().run('upload', 1).run('broken', 0, 'error');
    const said = await refusal(() => told(page.tasks.named('upload')).toHaveBeenRetriedBecause(RangeError));
    expect(said).toContain('to have been retried because of RangeError');
    expect(said).toContain('upload: TaskError: 503');
    expect(await refusal(() => told(page.tasks.named('broken')).toHaveBeenRetriedBecause('http'))).toContain(
      'There was no retry.',
    );
  });

  it('P04: says what it takes', async () => {
    const { tasks } = new FakePage();
    // @ts-expect-error: refused by the types too
    expect(await refusal(() => told(tasks).toHaveBeenRetriedBecause(503))).toContain(
      'an error class, a type or a RegExp, got 503',
    );
    // @ts-expect-error: refused by the types too
    expect(await refusal(() => told(null).toHaveBeenRetriedBecause('http'))).toContain('takes tasks');
  });
});

describe('toHaveCount', () => {
  it('P04: waits for so many; for none until all is idle', async () => {
    const page = new FakePage().created();
    const waiting = told(page.tasks).toHaveCount(2);
    page.run('a').run('b', 0, 'error');
    await waiting;
    await told(page.tasks.failed()).toHaveCount(1);
    await told(page.tasks.failed({ retryable: true })).toHaveCount(0);
    await told(page.tasks.named('a').failed()).toHaveCount(0);
    expect(await refusal(() => told(page.tasks).toHaveCount(3, SOON))).toContain('to have count 3, got 2');
    expect(await refusal(() => told(page.tasks.failed()).toHaveCount(0))).toContain('got 1');
  });

  it('P04: of none it says nothing where no runtime was seen', async () => {
    const { tasks } = new FakePage();
    expect(await refusal(() => told(tasks).toHaveCount(0, SOON))).toContain('no runtime was seen, so it says nothing');
    expect(await refusal(() => told(tasks).not.toHaveCount(1, SOON))).toContain('no runtime was seen');
  });

  it('P04: says what it takes', async () => {
    const { tasks } = new FakePage();
    expect(await refusal(() => told(tasks).toHaveCount(-1))).toContain('toHaveCount takes a whole number');
    // @ts-expect-error: refused by the types too
    expect(await refusal(() => told(7).toHaveCount(1))).toContain('toHaveCount takes tasks or a Locator, got 7');
  });
});

describe('toHaveNoInsights', () => {
  const network = wireError({ type: 'network' });

  it('P04: passes where the rules find nothing; lists what they find, why, and the mend', async () => {
    const page = new FakePage().created().run('fine', 1);
    await told(page.tasks).toHaveNoInsights();
    page.run('down', 0, 'error', network);
    const said = await refusal(() => told(page.tasks).toHaveNoInsights());
    expect(said).toContain('network-not-retryable: 1 task threw a TaskError of type “network”');
    expect(said).toContain('Give the TaskError `retryable: true`');
    await told(page.tasks.named('fine')).toHaveNoInsights();
    await told(page.tasks).toHaveNoInsights({ except: ['network-not-retryable'] });
  });

  it('P04: says what it takes', async () => {
    const { tasks } = new FakePage();
    // @ts-expect-error: refused by the types too
    expect(await refusal(() => told(tasks).toHaveNoInsights({ except: ['typo'] }))).toContain(
      'takes except: rules such as',
    );
    // @ts-expect-error: refused by the types too
    expect(await refusal(() => told({}).toHaveNoInsights())).toContain('toHaveNoInsights takes tasks');
  });
});

describe('toStayWithin', () => {
  it('P04: looks at the whole history', async () => {
    const page = new FakePage().created().run('a', 2);
    const { wire } = page;
    page.tell(wire.registered('b'), wire.registered('c'), wire.started('b'), wire.started('c', { slot: 1 }));
    const times = { registeredAt: 1, startedAt: 1_100, endedAt: 1_300 };
    page.tell(wire.done('b', times), wire.done('c', { ...times, startedAt: 1_200 }));
    await told(page.tasks.named('a')).toStayWithin({ attemptsPerTask: 3, concurrency: 1 });
    expect(await refusal(() => told(page.tasks.named('a')).toStayWithin({ attemptsPerTask: 2 }))).toContain(
      '"a" had 3 attempts, of at most 2',
    );
    expect(await refusal(() => told(page.tasks).toStayWithin({ concurrency: 1 }))).toContain('2 tasks of');
    await told(page.tasks).toStayWithin({ concurrency: 2 });
    expect(await refusal(() => told(page.tasks).toStayWithin({ attemptsPerTask: 9 }))).toContain('import traced');
  });

  it('P04: says what it takes', async () => {
    const { tasks } = new FakePage();
    expect(await refusal(() => told(tasks).toStayWithin({}))).toContain('takes { attemptsPerTask, concurrency }');
    // @ts-expect-error: refused by the types too
    expect(await refusal(() => told(tasks).toStayWithin(3))).toContain('takes { attemptsPerTask, concurrency }');
  });
});

describe('the tasks of a test', () => {
  it('P04: say what they take', () => {
    const { tasks } = new FakePage();
    // @ts-expect-error: refused by the types too
    expect(() => tasks.named(7)).toThrow('named takes a string or a RegExp, got 7');
    // @ts-expect-error: refused by the types too
    expect(() => tasks.failed({ retryable: 'yes' })).toThrow('failed takes retryable: a boolean, got "yes"');
    // @ts-expect-error: refused by the types too
    expect(() => tasks.in('done')).toThrow('in takes one of pending');
  });

  it('bridge 7: what is recorded of them is redacted, and can be read', () => {
    const page = new FakePage().created().run('GET /?token=s3cret', 1);
    const text = page.log.recording();
    expect(text).not.toContain('s3cret');
    expect(readRecording(new TextEncoder().encode(text))).toMatchObject({ incomplete: false, ignored: 0 });
    expect(page.tasks.list().map((task) => task.name)).toEqual(['GET /?token=[redacted]']);
  });
});

describe('loadRecording', () => {
  it('bridge 20 F01: the loader of the fixture reads what the panel reads', async () => {
    const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
    const { tmpdir } = await import('node:os');
    const { join } = await import('node:path');
    const folder = mkdtempSync(join(tmpdir(), 'tasklens-load-'));
    try {
      const page = new FakePage().created();
      for (let i = 0; i < 12; i++) page.run(`task ${i}`);
      const text = page.log.recording();
      const file = join(folder, 'run.jsonl');
      for (const bytes of [text, `\uFEFF${text}`, `\uFEFF\uFEFF${text}`, Buffer.from(`\uFEFF${text}`, 'utf16le')]) {
        writeFileSync(file, bytes);
        const tasks = await loadRecording(file);
        await told(tasks).toHaveCount(12);
        await told(tasks).toReach('success');
      }
      writeFileSync(file, '');
      await expect(loadRecording(file)).rejects.toThrow(RecordingError);
      await expect(loadRecording(file)).rejects.toThrow('Empty file');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
