import { resolve } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

/** The files of ours whose code ends up in a bundle of that entry; what is only a type leaves nothing there. */
async function filesIn(entry: string): Promise<string[]> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: resolve(entry), formats: ['es'], fileName: 'bundle' } },
  });
  const outputs = Array.isArray(result)
    ? result.flatMap((part) => part.output)
    : 'output' in result
      ? result.output
      : [];
  const root = `${resolve('.')}/`;
  return (
    outputs
      .flatMap((output) => (output.type === 'chunk' ? Object.entries(output.modules) : []))
      .filter(([, module]) => module.renderedLength > 0)
      .map(([id]) => id.replace(root, ''))
      // The bundler's own helpers.
      .filter((file) => !file.startsWith('\0'))
  );
}

describe('house: what each bundle carries, whatever the imports say', () => {
  it('bridge 15: the MAIN-world script carries of the runtime only its hub', async () => {
    const files = await filesIn('extension/entrypoints/main-world.content.ts');
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => file.startsWith('runtime/') && file !== 'runtime/hub.ts')).toEqual([]);
    // The polyfill throws outside of an extension, and costs 10 kB.
    expect(files.filter((file) => file.includes('webextension-polyfill'))).toEqual([]);
  });

  it('runtime 35: the runtime carries nothing of any other folder', async () => {
    const files = await filesIn('runtime/index.ts');
    expect(files.filter((file) => !file.startsWith('runtime/'))).toEqual([]);
  });
});
