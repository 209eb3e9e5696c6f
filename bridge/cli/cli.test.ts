import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RecordingWriter } from '../recording/write.ts';
import { SESSION, Wire, wireError } from '../testing/wire.ts';
import { run, USAGE } from './cli.ts';
import { serve } from './serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'tasklens-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Three tasks: one that a retry saved, one that failed for good, one that never ended. */
function recording(end = true): string {
  const lines: string[] = [];
  const wire = new Wire();
  const writer = new RecordingWriter((line) => lines.push(line));
  writer.session({ type: 'session', session: SESSION, url: 'http://app.test/', since: 1, protocol: 1 });
  writer.event(wire.created({ concurrency: 2 }));
  for (const id of ['saved', 'lost | <b>', 'open']) writer.event(wire.registered(id, { name: id }));
  writer.event(wire.started('saved'));
  writer.event(wire.layerStart('saved', 1));
  writer.event(wire.attemptStart('saved', 1, 1, 5_000));
  writer.event(wire.retried('saved', 1, 1, 400, 5_100));
  writer.event(wire.waitEnd('saved', 1, 1, 400, 450));
  writer.event(wire.attemptStart('saved', 1, 2, 5_550));
  writer.event(wire.attemptEnd('saved', 1, 2, { at: 5_600 }));
  writer.event(wire.layerEnd('saved', 1, { at: 5_600 }));
  writer.event(wire.done('saved', { startedAt: 5_000, endedAt: 5_600 }));
  writer.event(wire.started('lost | <b>'));
  writer.event(wire.done('lost | <b>', { state: 'error', error: wireError({ type: 'network' }) }));
  if (end) writer.end();
  return lines.join('');
}

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

async function told(...args: string[]) {
  const said = { out: '', err: '', opened: [] as string[], code: 0, served: '' };
  said.code = await run(args, {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    serve: async (name) => {
      said.served = name;
      const close = async (): Promise<void> => {
        said.served += ', closed';
      };
      return { url: 'http://127.0.0.1:1/', close };
    },
    open: (url) => said.opened.push(url),
    untilStopped: async () => {},
  });
  return said;
}

describe('tasklens report', () => {
  it('bridge 21: prints the accounting and the insights', async () => {
    const { out, code } = await told('report', file('run.jsonl', recording()));
    expect(code).toBe(0);
    expect(out).toContain('3 tasks: 1 succeeded, 1 failed, 0 cancelled, 1 unfinished.');
    expect(out).toContain('2.00 attempts a task; 1 retries of 1 tasks, which paid off for 1.');
    expect(out).toContain('1 waits: 450 ms lost in back-off, 400 ms planned.');
    expect(out).toContain('WARNING A network failure that is not retryable (network-not-retryable)');
    expect(out).toContain('Mend: Give the TaskError');
  });

  it('bridge 21 U01: as Markdown, in which a name is no markup', async () => {
    const { out } = await told('report', '--markdown', file('run.jsonl', recording()));
    expect(out).toContain('| lost \\| \\<b\\> |');
    expect(out).toContain('- **A network failure that is not retryable** (warning, `network-not-retryable`)');
  });

  it.each([
    ['failed', 1],
    ['insights', 1],
    ['warning', 1],
    ['note', 1],
    ['error', 0],
    ['retry-storm', 0],
    ['retry-storm,network-not-retryable', 1],
  ])('bridge 21: --fail-on %s ends with %i', async (what, code) => {
    const said = await told('report', file('run.jsonl', recording()), '--fail-on', what);
    expect(said.code).toBe(code);
    expect(said.err === '').toBe(code === 0);
  });

  it('bridge 20 F02: of a cut file it tells what was whole, and says so', async () => {
    const { out, code } = await told('report', file('cut.jsonl', recording(false)));
    expect(code).toBe(0);
    expect(out).toContain('The file is incomplete: 15 events were recovered.');
  });

  it('bridge 20 F04: refuses what is no recording with the reason, and ends with 2', async () => {
    expect(await told('report', file('a.har', '{"log":{"version":"1.2"}}'))).toMatchObject({ code: 2, out: '' });
    expect((await told('report', file('a.har', '{"log":{"version":"1.2"}}'))).err).toContain('looks like a HAR');
    expect((await told('view', file('empty.jsonl', ''))).err).toContain('Empty file');
  });
});

describe('tasklens', () => {
  it('bridge 20: says how it is used', async () => {
    expect(await told('--help')).toMatchObject({ code: 0, out: USAGE });
    expect(await told()).toMatchObject({ code: 2, err: USAGE });
    expect((await told('show', 'x')).err).toContain('Expected view, report or trace, got show');
    expect((await told('report')).err).toContain('tasklens report FILE');
    expect((await told('report', join(folder, 'none'))).err).toContain('There is no file');
    expect((await told('report', folder)).err).toContain('is a folder');
    expect((await told('report', 'x', '--fail-on', 'typo')).err).toContain('Expected --fail-on to name one of');
    expect((await told('report', 'x', '--colour')).err).toContain('--colour');
  });

  it('bridge 20: view serves the file until it is stopped, and opens the browser unless told not to', async () => {
    const path = file('run.jsonl', recording());
    expect(await told('view', path)).toMatchObject({
      code: 0,
      served: 'run.jsonl, closed',
      opened: ['http://127.0.0.1:1/'],
    });
    expect(await told('view', '--no-open', path)).toMatchObject({ opened: [] });
  });
});

describe('the viewer’s server', () => {
  it('bridge 20: answers under its own name alone, on the loopback address, with nothing but the viewer and the recording', async () => {
    file('index.html', '<!doctype html>');
    file('secret.txt', 'no');
    const served = await serve(folder, 'rün.jsonl', new TextEncoder().encode('{}'));
    try {
      expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
      const page = await fetch(served.url);
      expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
      expect(await (await fetch(`${served.url}recording`)).text()).toBe('{}');
      for (const path of ['secret.txt', '../package.json', '%2e%2e/package.json', 'nothing.js']) {
        expect((await fetch(served.url + path)).status).toBe(404);
      }
      expect((await fetch(served.url, { method: 'POST' })).status).toBe(405);
      const { request } = await import('node:http');
      const status = await new Promise((resolve) => {
        request(served.url, { headers: { host: 'evil.test' } }, (response) => resolve(response.statusCode)).end();
      });
      expect(status).toBe(403);
    } finally {
      await served.close();
    }
  });

  it('bridge 20: says where the viewer should be when it is not', async () => {
    await expect(serve(join(folder, 'none'), 'x', new Uint8Array())).rejects.toThrow('The viewer is missing');
  });
});
