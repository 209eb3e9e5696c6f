import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { RecordingError } from '../recording/format.ts';
import { openRecording, type ReadRecording } from '../recording/read.ts';
import { traceEvents } from '../recording/trace-event.ts';
import { FAIL_ON, report } from './report.ts';
import type { Served } from './serve.ts';

/** What the command needs of the world. */
export interface World {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly serve: (name: string, recording: Uint8Array) => Promise<Served>;
  /** Shows an address in the user's browser. */
  readonly open: (url: string) => void;
  /** Resolves when the user wants no more (Ctrl-C). */
  readonly untilStopped: () => Promise<void>;
}

export const USAGE = `tasklens view FILE [--no-open]
    Opens a recording in the panel, in the browser. Nothing leaves this machine.

tasklens report FILE [--markdown] [--fail-on WHAT[,WHAT…]]
    Prints what the tasks of a recording did and what is wrong with it. Ends with 1 where one of WHAT applies:
    failed (a task failed), insights (any), error, warning, note (insights of at least that gravity), or a rule by its name.

tasklens trace FILE [OUT]
    Writes it as a Chrome trace, for Perfetto or the Performance panel; default FILE.trace.json.

FILE is a recording (docs/recording-format.md), gzipped or not.
`;

class Wrong extends Error {}

/** Runs one command. Returns the exit code: 0, 1 where the report fails, 2 for a wrong use or a file that is no recording. */
export async function run(args: readonly string[], world: World): Promise<number> {
  try {
    return await command(args, world);
  } catch (error) {
    if (error instanceof RecordingError || error instanceof Wrong) {
      world.err(`${error.message}\n`);
      return 2;
    }
    throw error;
  }
}

async function command(args: readonly string[], world: World): Promise<number> {
  const { values, positionals } = parsed(args);
  const [name, file, target, ...rest] = positionals;
  if (values.help || name === undefined) {
    (values.help ? world.out : world.err)(USAGE);
    return values.help ? 0 : 2;
  }
  if (!['view', 'report', 'trace'].includes(name))
    throw new Wrong(`Expected view, report or trace, got ${name}\n\n${USAGE}`);
  if (file === undefined) throw new Wrong(`Expected a file: tasklens ${name} FILE`);
  if (rest.length > 0 || (target !== undefined && name !== 'trace')) throw new Wrong('Expected one file');
  const failOn = failOnOf(values['fail-on']);
  const bytes = await contentOf(file);
  const read = await openRecording(bytes);
  if (name === 'view') return await view(file, bytes, read, !values['no-open'], world);
  if (name === 'trace') {
    const out = target ?? `${file}.trace.json`;
    await writeFile(out, JSON.stringify(traceEvents(read.recording)));
    world.out(`Wrote ${out}\n`);
    return 0;
  }
  const { text, failures } = report(read, values.markdown ?? false, failOn);
  world.out(text);
  if (failures.length > 0) world.err(`Failed on: ${failures.join(', ')}\n`);
  return failures.length > 0 ? 1 : 0;
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        markdown: { type: 'boolean' },
        'fail-on': { type: 'string', multiple: true },
        'no-open': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Wrong(error instanceof Error ? error.message : String(error));
  }
}

function failOnOf(given: readonly string[] = []): string[] {
  const all = given.flatMap((part) => part.split(',')).map((part) => part.trim());
  for (const what of all) {
    if (!FAIL_ON.includes(what))
      throw new Wrong(`Expected --fail-on to name one of ${FAIL_ON.join(', ')}, got ${what}`);
  }
  return all;
}

async function contentOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') throw new Wrong(`There is no file ${file}`);
    if (code === 'EISDIR') throw new Wrong(`${file} is a folder`);
    throw error;
  }
}

async function view(
  file: string,
  bytes: Uint8Array,
  { events, incomplete }: ReadRecording,
  open: boolean,
  world: World,
): Promise<number> {
  const served = await world.serve(basename(file), bytes);
  try {
    if (incomplete) world.err(`The file is incomplete: ${events} events were recovered.\n`);
    world.out(`${served.url}  (Ctrl-C ends it)\n`);
    if (open) world.open(served.url);
    await world.untilStopped();
  } finally {
    await served.close();
  }
  return 0;
}
