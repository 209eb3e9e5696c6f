import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CONTROLS, type Control } from '../controls.ts';
import { main } from './commands.ts';
import { playwrightCounts } from './counts.ts';

// `npm run test:controls [-- --only NAME]`: breaks one mechanism after another, and holds that its spec fails then.

const OUT = resolve('dist/controls');
const REPORT = resolve(OUT, 'report.json');

/** Runs to its end; its output is shown only when it matters. */
function run(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((done, failed) => {
    const child = spawn('npx', command, { env: { ...process.env, ...env }, shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk);
      });
    }
    child.on('error', failed);
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** Undefined where the spec noticed; otherwise why it did not. */
async function unnoticed(control: Control): Promise<string | undefined> {
  const { name, spec, title } = control;
  const built = await run(['wxt', 'build'], { TASKLENS_CONTROL: JSON.stringify(control) });
  if (built.code !== 0) return `it does not build:\n${built.output}`;
  const env = {
    TASKLENS_EXTENSION: resolve(OUT, name, 'chrome-mv3'),
    PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT,
  };
  rmSync(REPORT, { force: true });
  const tested = await run(['playwright', 'test', spec, '-g', title, '--workers=1', '--reporter=json'], env);
  const { passed, failed } = playwrightCounts(REPORT);
  if (passed + failed === 0) return `no test of that title ran:\n${tested.output.slice(-2_000)}`;
  return failed === 0 ? 'the spec passed all the same' : undefined;
}

main(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const chosen = CONTROLS.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0)
    throw new Error(`Expected --only to be one of ${CONTROLS.map(({ name }) => name).join(', ')}`);
  let status = 0;
  for (const control of chosen) {
    const why = await unnoticed(control);
    if (why !== undefined) status = 1;
    console.log(`${why === undefined ? 'noticed    ' : 'NOT NOTICED'}  ${control.name}: ${control.breaks}`);
    if (why !== undefined) console.log(why);
  }
  return status;
});
