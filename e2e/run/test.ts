import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { main, runScript } from './commands.ts';
import type { Counts } from './counts.ts';
import { add, closingLine, NONE, playwrightCounts, vitestCounts } from './counts.ts';

const REPORTS = resolve('dist/test');
const UNIT = resolve(REPORTS, 'unit.json');
const PACKED = resolve(REPORTS, 'packed.json');
const END_TO_END = resolve(REPORTS, 'e2e.json');

interface Step {
  readonly title: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Reads the step's own report; a step without one counts no tests. */
  readonly counts?: () => Counts;
}

/** The cheap checks first, so that a mistake is told soon; the first step that fails ends the run. */
const STEPS: readonly Step[] = [
  { title: 'types', script: 'typecheck' },
  { title: 'lint', script: 'lint' },
  {
    title: 'unit and property tests',
    script: 'test:unit',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${UNIT}`],
    counts: () => vitestCounts(UNIT),
  },
  { title: 'build', script: 'build' },
  { title: 'package', script: 'package:check' },
  {
    title: 'the packed package in an empty project',
    script: 'test:packed',
    args: ['--reporter=default', '--reporter=json', `--outputFile.json=${PACKED}`],
    counts: () => vitestCounts(PACKED),
  },
  { title: 'sizes', script: 'size' },
  {
    title: 'end to end',
    script: 'test:e2e',
    args: ['--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: END_TO_END },
    counts: () => playwrightCounts(END_TO_END),
  },
  // The other command of the README, as it runs without a display: it fails unless the panel shows the upload.
  { title: 'npm start', script: 'start', env: { DISPLAY: '', WAYLAND_DISPLAY: '' } },
];

main(async () => {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  let total = NONE;
  let status = 0;
  for (const step of STEPS) {
    console.log(`\n── ${step.title}`);
    const { code, seconds } = await runScript(step.script, step.args, step.env);
    const counts = step.counts?.() ?? NONE;
    total = add(total, counts);
    console.log(`── ${step.title}: ${code === 0 ? 'ok' : `failed with status ${code}`} in ${seconds.toFixed(1)} s`);
    if (code !== 0) {
      // A step that failed without a failed test of its own (types, a crash) counts as one.
      if (counts.failed === 0) total = add(total, { ...NONE, failed: 1 });
      status = code;
      break;
    }
  }
  console.log(`\n${closingLine(total)}`);
  return status;
});
