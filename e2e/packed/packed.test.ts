import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTRIES, installPacked, MANIFEST, NODES, type Project, runModule } from './project.ts';

let project: Project;

beforeAll(() => {
  if (!existsSync('dist/lib')) throw new Error('Nothing is built: npm run build:lib');
  project = installPacked();
}, 60_000);

afterAll(() => project?.remove());

/** Entries that run in Node alone. */
const NOT_IN_PAGES = new Set(['tasklens/playwright']);

/** Entries that are imported for what they do. */
const FOR_EFFECT = new Set(['tasklens/bridge/worker']);

/** What a production or development build of an app ships for these lines. */
async function bundle(source: string, condition: 'production' | 'development'): Promise<string> {
  const input = join(project.folder, `app.${condition}.js`);
  writeFileSync(input, source);
  const result = await build({
    configFile: false,
    root: project.folder,
    logLevel: 'error',
    resolve: { conditions: ['module', 'browser', condition] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input, preserveEntrySignatures: false, output: { format: 'iife' } },
    },
  });
  if (!('output' in result)) throw new Error('Expected one output');
  return result.output[0].code;
}

/** Runs a bundle in a realm that has what a worker has, no DOM; returns what `globalThis.answer` resolves to. */
async function run(code: string): Promise<unknown> {
  const realm = {
    performance,
    queueMicrotask,
    crypto,
    console,
    setTimeout,
    clearTimeout,
    AbortController,
    AbortSignal,
  };
  return await runInNewContext(`${code};globalThis.answer`, { ...realm, MessageChannel });
}

describe.each(NODES)('house: the packed package on %s', (node) => {
  it.each(ENTRIES)('%s is imported as an ES module', (entry) => {
    const source = `console.log(Object.keys(await import('${entry}')).length)`;
    if (FOR_EFFECT.has(entry)) expect(runModule(project, node, source).trim()).toBe('0');
    else expect(Number(runModule(project, node, source))).toBeGreaterThan(0);
  });

  it('runs tasks, under both conditions, and leaves no hub under `production`', () => {
    const source = `
      import { createRuntime, retry } from 'tasklens';
      let calls = 0;
      const body = retry(() => { if (++calls < 3) throw new Error('x'); return calls; });
      const answer = await createRuntime().enqueue(body).promise;
      console.log(answer, Symbol.for('tasklens.hub') in globalThis);`;
    expect(runModule(project, node, source)).toBe('3 true');
    const inProduction = execFileSync(node, ['--conditions=production', '--input-type=module', '--eval', source], {
      cwd: project.folder,
      encoding: 'utf8',
    });
    expect(inProduction.trim()).toBe('3 false');
  });
});

/** What tsc says of an app that imports all these entries; empty when it is content. */
function typesOf(
  entries: readonly string[],
  module: string,
  moduleResolution: string,
  more: readonly string[],
): string {
  const names = entries.map(
    (entry, i) => `import * as e${i} from '${entry}';\nexport type T${i} = keyof typeof e${i};`,
  );
  writeFileSync(join(project.folder, 'app.ts'), names.join('\n'));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023,esnext.disposable,dom', ...more];
  const args = [tsc, ...options, '--module', module, '--moduleResolution', moduleResolution, 'app.ts'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: project.folder, encoding: 'utf8' });
  return stdout;
}

describe('house: the packed package, typed', () => {
  const inPages = ENTRIES.filter((entry) => !NOT_IN_PAGES.has(entry));

  it.each([
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])('every entry has its types, module %s', (module, moduleResolution) => {
    expect(typesOf(inPages, module, moduleResolution, [])).toBe('');
  });

  it('those that run in Node have them beside the types of Node', () => {
    const node = ['--types', 'node', '--typeRoots', resolve('node_modules/@types')];
    expect(typesOf([...NOT_IN_PAGES], 'nodenext', 'nodenext', node)).toBe('');
  });
});

describe('house: the packed package, bundled for a page', () => {
  const app = `
    import { createRuntime, retry } from 'tasklens';
    let calls = 0;
    const body = retry(() => { if (++calls < 2) throw new Error('x'); return calls; });
    globalThis.answer = createRuntime().enqueue(body).promise.then((value) =>
      [value, Symbol.for('tasklens.hub') in globalThis]);`;

  it('works, and shows itself to DevTools', async () => {
    expect(await run(await bundle(app, 'development'))).toEqual([2, true]);
  });

  it.each([...FOR_EFFECT])("bridge 14: `import '%s'` alone is not shaken off", async (entry) => {
    expect(await bundle(`import '${entry}';`, 'production')).toContain('tasklens:worker/1');
    expect(await bundle(`import 'tasklens/bridge';`, 'production')).not.toContain('tasklens:worker/1');
  });

  it('runtime 35: works under `production`, and has no hub', async () => {
    expect(await run(await bundle(app, 'production'))).toEqual([2, false]);
  });

  it.each(ENTRIES.filter((entry) => !NOT_IN_PAGES.has(entry)))('%s is bundled under both conditions', async (entry) => {
    for (const condition of ['development', 'production'] as const) {
      const code = await bundle(`import * as all from '${entry}'; globalThis.answer = all;`, condition);
      expect(code).not.toMatch(/\brequire\(|from ?["']node:/);
      expect(code.length).toBeGreaterThan(1000);
    }
  });
});

describe('house: the commands of the packed package', () => {
  it('say what they do', () => {
    for (const name of Object.keys(MANIFEST.bin ?? {})) {
      const command = join(project.folder, 'node_modules/.bin', name);
      expect(execFileSync(command, ['--help'], { cwd: project.folder, encoding: 'utf8' })).toContain(name);
    }
  });
});
