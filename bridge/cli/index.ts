import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { run } from './cli.ts';
import { serve } from './serve.ts';

// The bin `tasklens`.

/** The viewer stands beside this file in the package. */
const VIEWER = fileURLToPath(new URL('../../viewer', import.meta.url));

const OPENERS: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** The address is printed as well: where there is no browser to open it, nothing is lost. */
function open(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  serve: (name, recording) => serve(VIEWER, name, recording),
  open,
  untilStopped: () =>
    new Promise((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    }),
});
