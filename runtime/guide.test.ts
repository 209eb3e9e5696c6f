import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { readdirSync, readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { describe, expect, test, vi } from 'vitest';
import * as tasklens from './index.ts';
import { createTestClock } from './testing/index.ts';

// Runs the blocks of docs/guide.md and the examples in the doc comments. `expression; // => value` is checked; all else only has to run.

interface Snippet {
  readonly title: string;
  readonly code: string;
}

/** What the snippets call and leave to the reader. */
function standIns() {
  const logged: unknown[] = [];
  const { signal } = new AbortController();
  const send = async () => 'list';
  return {
    ...tasklens,
    createTestClock,
    AsyncLocalStorage,
    AsyncResource,
    signal,
    logged,
    log: (...args: unknown[]) => logged.push(args),
    console: { log: (...args: unknown[]) => logged.push(args) },
    fetchLike: async () => new Response('{"ok":true}'),
    send,
    upload: send,
    download: send,
    fetchList: send,
    cachedList: () => 'cached',
    chunks: ['a', 'b'],
    poll: () => 1,
    checkJob: () => ({ done: true }),
    runtime: tasklens.createRuntime({ name: 'example' }),
  };
}

async function run({ code }: Snippet): Promise<void> {
  const checked = code.replace(
    /^(?!\s*(?:const|let) )(.+?);?\s*\/\/ => (.+)$/gm,
    (_line, expression: string, value: string) => {
      return `check((${expression}), (${value}));`;
    },
  );
  const { code: plain } = await transformWithOxc(`async () => {\n${checked}\n}`, 'snippet.ts');
  const scope: Record<string, unknown> = {
    ...standIns(),
    check: (actual: unknown, expected: unknown) => expect(actual).toEqual(expected),
  };
  const make: unknown = new Function(...Object.keys(scope), `return (${plain.trim().replace(/;$/, '')});`)(
    ...Object.values(scope),
  );
  if (typeof make !== 'function') throw new Error('no function');
  await make();
}

function guide(): Snippet[] {
  const text = readFileSync(new URL('../docs/guide.md', import.meta.url), 'utf8');
  return [...text.matchAll(/```ts\n\/\/ title: (.+)\n([\s\S]*?)```/g)].map(([, title = '', code = '']) => ({
    title,
    code,
  }));
}

function docComments(): Snippet[] {
  const here = new URL('.', import.meta.url);
  const files = ['.', 'middleware', 'testing'].flatMap((folder) =>
    readdirSync(new URL(folder, here))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  );
  return files.flatMap((file) => {
    const text = readFileSync(new URL(file, here), 'utf8');
    return [...text.matchAll(/^ *\* ```ts\n([\s\S]*?)^ *\* ```/gm)].map(([, block = ''], i) => ({
      title: `${file} #${i + 1}`,
      code: block.replace(/^ *\* ?/gm, ''),
    }));
  });
}

describe('docs/guide.md', () => {
  test('every block is one that runs', () => {
    const text = readFileSync(new URL('../docs/guide.md', import.meta.url), 'utf8');
    expect(guide().length).toBe(text.match(/^```ts$/gm)?.length);
    expect(guide().length).toBeGreaterThan(9);
  });
  test.each(guide())('$title', (snippet) => run(snippet));
});

describe('doc comments', () => {
  test('every public function that is built has one', () => {
    const code = docComments()
      .map((one) => one.code)
      .join('\n');
    const functions = Object.entries(tasklens).filter(([, value]) => typeof value === 'function');
    for (const [name] of functions) if (!/^Queue/.test(name)) expect(code, name).toContain(name);
  });
  test.each(docComments())('$title', async (snippet) => {
    vi.useRealTimers();
    await run(snippet);
  });
});
