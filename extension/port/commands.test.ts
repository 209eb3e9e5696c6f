import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FaultRule, PageCommand, RuntimeCommand } from '../../bridge/protocol.ts';
import { FakeRuntime } from '../../bridge/testing/fake-page.ts';
import { CancelableMessageEvent } from '../../bridge/testing/message-event.ts';
import type { CommandOutcome } from '../panel/source.ts';
import { chromiumTransport } from './chromium.ts';
import { readCommand } from './command.ts';
import { createTabSource, type TabSource } from './tab-source.ts';
import { FakeBrowser, type FakeDocument, type Fault } from './testing/fake-browser.ts';

let browser: FakeBrowser;
let source: TabSource;
let page: FakeDocument;
let done: RuntimeCommand[];

beforeEach(async () => {
  vi.stubGlobal('MessageEvent', CancelableMessageEvent);
  browser = new FakeBrowser();
  source = createTabSource({ transport: chromiumTransport(browser.api, 7), timing: browser.timing });
  page = browser.open();
  done = [];
});

afterEach(() => {
  source.close();
  browser.stop();
});

async function withRuntime(): Promise<FakeRuntime> {
  const runtime = page.runtime('r');
  runtime.control = (onEnd) => {
    runtime.onEnd = onEnd;
    return {
      act: (command) => {
        done.push(command);
        return 1;
      },
      release: () => {
        runtime.onEnd = undefined;
      },
    };
  };
  await browser.advance(100);
  return runtime;
}

const session = (): string => [...source.model.sessions.keys()][0] ?? '';
const ask = async (command: PageCommand, ms = 100): Promise<CommandOutcome | undefined> => {
  const answer = source.command?.(session(), command);
  await browser.advance(ms);
  return answer;
};
const pause = { type: 'pause', runtimeId: 'r' } as const;

describe('commands', () => {
  it('bridge 17: each reaches the runtime as it was sent, and is answered with a count', async () => {
    await withRuntime();
    const rule: FaultRule = { id: 'a', name: 'upload', fault: '503', error: 'TaskError', retryable: true, times: 2 };
    const commands: RuntimeCommand[] = [
      { type: 'cancel', tasks: [2, 5], reason: 'by hand' },
      { type: 'pause' },
      { type: 'resume' },
      { type: 'clear', reason: 'by hand' },
      { type: 'set-concurrency', concurrency: 3 },
      { type: 'inject', rule },
      { type: 'hits', rule: 'a' },
      { type: 'lift', rule: 'a' },
    ];
    for (const command of commands) expect(await ask({ ...command, runtimeId: 'r' })).toEqual({ ok: true, count: 1 });
    expect(done).toEqual(commands.map((command) => expect.objectContaining(command)));
  });

  it('bridge 17: refused with the reason: page gone, runtime gone, no commands here, too old a library', async () => {
    expect(await source.command?.('nobody', pause)).toEqual({ ok: false, reason: 'gone' });
    await withRuntime();
    const old = new FakeRuntime('old');
    Reflect.deleteProperty(old, 'control');
    page.hub.announce(old);
    page.hub.announce(new FakeRuntime('off'));
    await browser.advance(100);
    const reasons = [];
    for (const runtimeId of ['nobody', 'off', 'old']) reasons.push(await ask({ type: 'pause', runtimeId }));
    expect(reasons.map((answer) => answer?.ok === false && answer.reason)).toEqual([
      'gone',
      'commands-off',
      'old-library',
    ]);
  });

  it('bridge 17: wrong arguments are refused before the page, with that reason', async () => {
    await withRuntime();
    const wrong: unknown[] = [
      { type: 'set-concurrency', runtimeId: 'r', concurrency: 0 },
      { type: 'set-concurrency', runtimeId: 'r', concurrency: '3' },
      { type: 'cancel', runtimeId: 'r', tasks: ['1'], reason: '' },
      { type: 'inject', runtimeId: 'r', rule: { id: 'a', name: 'b', fault: 'c', error: 'Proxy' } },
      { type: 'inject', runtimeId: 'r', rule: { id: 'a', name: 'b', fault: 'c', delay: -1 } },
      { type: 'eval', runtimeId: 'r', code: 'alert(1)' },
      null,
    ];
    for (const command of wrong) {
      // @ts-expect-error what a viewer with a fault may send
      expect(await ask(command)).toEqual({ ok: false, reason: 'bad-arguments' });
    }
    expect(done).toEqual([]);
  });

  it('bridge 17: a page that stood still drops what is older than 2 s; whoever asked had given up by then', async () => {
    await withRuntime();
    browser.fault = () => 'none';
    const [port] = page.ports;
    const late = { type: 'command', request: 77, sentAt: browser.timing.now() - 2_001, command: pause };
    for (const listener of port?.onMessage.all ?? []) listener(late);
    expect(done).toEqual([]);
    for (const listener of port?.onMessage.all ?? []) listener({ ...late, request: 78, sentAt: late.sentAt + 2 });
    expect(done).toHaveLength(1);
    browser.fault = () => 'lose';
    expect(await ask(pause, 2_000)).toEqual({ ok: false, reason: 'no-answer' });
  });

  it('bridge 17: a document that goes answers "gone" at once', async () => {
    await withRuntime();
    browser.fault = () => 'lose';
    const answer = source.command?.(session(), pause);
    browser.close(page);
    await browser.settle();
    expect(await answer).toEqual({ ok: false, reason: 'gone' });
  });

  it('bridge 2 bridge 17: what has ended is run again by its reference while it is held, but not after 200 more, nor after clear', async () => {
    const runtime = await withRuntime();
    const ran: string[] = [];
    const end = (id: string): void => {
      runtime.register(id);
      runtime.onEnd?.(id, () => {
        ran.push(id);
        return 1;
      });
      runtime.end(id);
    };
    end('first');
    end('second');
    await browser.advance(100);
    const refs = [...source.model.tasks.values()].map((row) => row.rerun ?? 0);
    expect(await ask({ type: 'rerun', refs })).toEqual({ ok: true, count: 2 });
    expect(ran).toEqual(['first', 'second']);
    for (let n = 0; n < 200; n++) end(`later ${n}`);
    await browser.advance(200);
    expect(await ask({ type: 'rerun', refs })).toEqual({ ok: false, reason: 'not-held' });
    const last = [...source.model.tasks.values()].at(-1)?.rerun ?? 0;
    source.clear();
    await browser.advance(100);
    expect(await ask({ type: 'rerun', refs: [last] })).toEqual({ ok: false, reason: 'not-held' });
  });

  it('bridge 18: the hand on a runtime is let go when the viewer leaves', async () => {
    const runtime = await withRuntime();
    expect(runtime.onEnd).toBeDefined();
    source.recording = false;
    await browser.advance(100);
    expect(runtime.onEnd).toBeUndefined();
  });

  it('bridge 17: over a bad line each command is carried out at most once, and always answered within 2 s', async () => {
    const line = fc.infiniteStream(fc.constantFrom<Fault>('none', 'none', 'lose', 'twice', 'late'));
    await fc.assert(
      fc.asyncProperty(line, fc.array(fc.nat(2_500), { minLength: 1, maxLength: 12 }), async (faults, waits) => {
        source.close();
        browser.stop();
        browser = new FakeBrowser();
        source = createTabSource({ transport: chromiumTransport(browser.api, 7), timing: browser.timing });
        page = browser.open();
        done = [];
        await withRuntime();
        browser.fault = () => faults.next().value ?? 'none';
        const answers: { readonly outcome: CommandOutcome; readonly took: number }[] = [];
        for (const [n, wait] of waits.entries()) {
          const sent = browser.timing.now();
          const command = { type: 'set-concurrency', runtimeId: 'r', concurrency: n + 1 } as const;
          const note = (outcome: CommandOutcome): void =>
            void answers.push({ outcome, took: browser.timing.now() - sent });
          void source.command?.(session(), command).then(note);
          await browser.advance(wait);
        }
        await browser.advance(2_000);
        expect(answers).toHaveLength(waits.length);
        for (const { took } of answers) expect(took).toBeLessThanOrEqual(2_000);
        const carried = done.map((command) => 'concurrency' in command && command.concurrency);
        expect(new Set(carried).size).toBe(carried.length);
        const ok = answers.filter(({ outcome }) => outcome.ok).length;
        expect(carried.length).toBeGreaterThanOrEqual(ok);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});

it('fuzz: whatever is read as a command is one of the closed list, with bounded fields and no others', () => {
  const any = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, Number.NaN, 'x'.repeat(1_001), [1.5], [-1]));
  const nearly = fc.record(
    {
      type: fc.constantFrom('cancel', 'clear', 'pause', 'set-concurrency', 'inject', 'lift', 'rerun', 'forget', 'x'),
      runtimeId: fc.oneof(fc.constant('r'), any),
      tasks: fc.oneof(fc.array(fc.nat()), any),
      refs: fc.oneof(fc.array(fc.nat()), any),
      reason: fc.oneof(fc.string(), any),
      concurrency: fc.oneof(fc.nat(), any),
      rule: fc.oneof(
        fc.string(),
        fc.record({ id: fc.string(), name: fc.string(), fault: fc.string(), delay: any, type: any, x: any }),
        any,
      ),
    },
    { requiredKeys: ['type'] },
  );
  const known = new Set(
    'type runtimeId tasks refs reason concurrency rule id name exact times fault delay hang error message retryable retryAfter'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.oneof(any, nearly), (value) => {
      const command = readCommand(value);
      if (!command) return;
      const text = JSON.stringify(command, (key, item: unknown) => {
        expect(key === '' || /^\d+$/.test(key) || known.has(key)).toBe(true);
        return item;
      });
      expect(JSON.parse(JSON.stringify(value))).toMatchObject(JSON.parse(text));
    }),
    { numRuns: 2_000 },
  );
});
