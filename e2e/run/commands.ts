import { spawn } from 'node:child_process';

export interface Ended {
  readonly code: number;
  readonly seconds: number;
}

/** Runs one of package.json's scripts to its end, its output passed on; never throws for a script that fails. */
export function runScript(script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const extra = args.length > 0 ? ['--', ...args] : [];
    const child = spawn('npm', ['run', '--silent', script, ...extra], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, seconds: (performance.now() - started) / 1000 }));
  });
}

/** Runs a script that must succeed. */
export async function mustRun(script: string, args: readonly string[] = []): Promise<void> {
  const { code } = await runScript(script, args);
  if (code !== 0) throw new Error(`npm run ${script} ended with status ${code}`);
}

/** Runs a command's main function: a failure is one message and a status, not a stack of promises. */
export function main(run: () => Promise<number>): void {
  run().then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
