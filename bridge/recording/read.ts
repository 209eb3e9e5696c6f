import * as v from 'valibot';
import type { WireEvent } from '../protocol.ts';
import { readEvent } from '../schema.ts';
import { decode, unpacked } from './decode.ts';
import {
  FORMAT,
  type RecordedPart,
  type RecordedSession,
  type Recording,
  type RecordingEnd,
  RecordingError,
  type RecordingHeader,
  type TaskMarks,
  VERSION,
} from './format.ts';
import { UPGRADES, type Upgrade, upgraded } from './upgrade.ts';

/** A recording, and what was the matter with its file. */
export interface ReadRecording {
  readonly recording: Recording;
  /** Events that were read. */
  readonly events: number;
  /** The end is missing: what was whole of the file is here. */
  readonly incomplete: boolean;
  /** Lines that are no events: of a later version, damaged, or somebody's own. */
  readonly ignored: number;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.pipe(v.number(), v.finite());

const header = v.object({
  format: v.literal(FORMAT),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  tool: v.exactOptional(v.string()),
  recordedAt: v.exactOptional(time),
}) satisfies v.GenericSchema<unknown, RecordingHeader>;

const id = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const session = v.object({
  type: v.literal('session'),
  session: id,
  url: v.string(),
  since: time,
  protocol: count,
  dropped: v.exactOptional(count),
  lost: v.exactOptional(count),
}) satisfies v.GenericSchema<unknown, RecordedSession>;

/** A document that was named before goes on. */
const again = v.object({ type: v.literal('session'), session: id });

const marks = v.object({
  type: v.literal('task:marks'),
  runtimeId: v.string(),
  id: v.string(),
  registered: v.exactOptional(count),
  partial: v.exactOptional(v.literal(true)),
  stepsLost: v.exactOptional(v.literal(true)),
  violations: v.exactOptional(v.pipe(v.array(v.object({ rule: v.string(), detail: v.string() })), v.maxLength(20))),
}) satisfies v.GenericSchema<unknown, TaskMarks>;

const end = v.object({
  type: v.literal('end'),
  events: count,
  until: v.exactOptional(time),
}) satisfies v.GenericSchema<unknown, RecordingEnd>;

export interface ReadOptions {
  /** The newest version that is understood, and the way to it; as they are unless a test says otherwise. */
  readonly newest?: number;
  readonly upgrades?: ReadonlyMap<number, Upgrade>;
}

/**
 * Reads a file of any origin, gzipped or not. A cut file gives what was whole of it.
 *
 * @throws {RecordingError} with the reason in words where it is no recording, or one of a later version
 */
export async function openRecording(bytes: Uint8Array<ArrayBuffer>): Promise<ReadRecording> {
  return readRecording(await unpacked(bytes));
}

/** The same for a file that is not packed. */
export function readRecording(bytes: Uint8Array, options: ReadOptions = {}): ReadRecording {
  const text = decode(bytes);
  const newest = options.newest ?? VERSION;
  const first = lineAt(text, 0);
  const head = readHeader(first.line, text, newest);
  const reader = new Reader((line) => upgraded(line, head.version, newest, options.upgrades ?? UPGRADES));
  let at = first.next;
  while (at < text.length) {
    const { line, next } = lineAt(text, at);
    at = next;
    if (line !== '') reader.take(line, at >= text.length);
  }
  return reader.result({ ...head, version: newest }, text.endsWith('\n'));
}

/** One line without its break, and where the next begins. A file that went through an editor may have CR LF. */
function lineAt(text: string, at: number): { readonly line: string; readonly next: number } {
  const found = text.indexOf('\n', at);
  const stop = found < 0 ? text.length : found;
  return { line: text.slice(at, text[stop - 1] === '\r' ? stop - 1 : stop).trim(), next: stop + 1 };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readHeader(line: string, text: string, newest: number): RecordingHeader {
  const first = parse(line);
  if (typeof first !== 'object' || first === null || !('format' in first) || first.format !== FORMAT) {
    throw new RecordingError(foreign(line, first, text));
  }
  const read = v.safeParse(header, first);
  if (!read.success) throw new RecordingError({ code: 'not-a-recording', because: 'its header names no version' });
  const { version } = read.output;
  if (version > newest) throw new RecordingError({ code: 'newer', version, newest });
  return read.output;
}

/** What people attach instead, by what is known of its form. */
const FOREIGN: readonly (readonly [what: string, key: string])[] = [
  ['HAR', 'log'],
  ['Chrome trace', 'traceEvents'],
  ['source map', 'mappings'],
];

function foreign(line: string, first: unknown, text: string): RecordingError['fault'] {
  const whole = first ?? parse(text);
  if (typeof whole === 'object' && whole !== null) {
    for (const [what, key] of FOREIGN) if (key in whole) return { code: 'looks-like', what };
  }
  if (whole === undefined && line.startsWith(`{"format":"${FORMAT}"`)) {
    return { code: 'not-a-recording', because: 'its first line is cut off' };
  }
  return { code: 'not-a-recording', because: `its first line is not {"format":"${FORMAT}","version":${VERSION}}` };
}

/** Gathers the lines after the header. Nothing in them stops it: what it cannot read it counts. */
class Reader {
  readonly #upgrade: (line: unknown) => unknown;
  readonly #sessions = new Map<string, RecordedSession>();
  readonly #parts: RecordedPart[] = [];
  readonly #marks: (TaskMarks & { session: string })[] = [];
  #open: WireEvent[] | undefined;
  #session = '';
  #events = 0;
  #ignored = 0;
  #cut = false;
  #end: RecordingEnd | undefined;

  constructor(upgrade: (line: unknown) => unknown) {
    this.#upgrade = upgrade;
  }

  take(line: string, last: boolean): void {
    const parsed = parse(line);
    if (parsed === undefined) {
      if (last) this.#cut = true;
      else this.#ignored++;
      return;
    }
    const item = this.#upgrade(parsed);
    if (item === undefined || !this.#item(item)) this.#ignored++;
  }

  result(head: RecordingHeader, whole: boolean): ReadRecording {
    const recording: Recording = {
      header: head,
      sessions: [...this.#sessions.values()],
      parts: this.#parts,
      marks: this.#marks,
      until: this.#end?.until,
    };
    const short = this.#end === undefined || this.#end.events > this.#events + this.#ignored;
    return { recording, events: this.#events, ignored: this.#ignored, incomplete: short || this.#cut || !whole };
  }

  #item(item: unknown): boolean {
    const type = typeof item === 'object' && item !== null && 'type' in item ? item.type : undefined;
    if (type === 'session') return this.#begin(item);
    if (type === 'end') {
      const read = v.safeParse(end, item);
      if (read.success) this.#end = read.output;
      return read.success;
    }
    if (this.#open === undefined) return false;
    if (type === 'task:marks') {
      const read = v.safeParse(marks, item);
      if (read.success) this.#marks.push({ ...read.output, session: this.#session });
      return read.success;
    }
    const event = readEvent(item);
    if (!event) return false;
    this.#open.push(event);
    this.#events++;
    return true;
  }

  #begin(item: unknown): boolean {
    const read = v.safeParse(again, item);
    if (!read.success) return false;
    const named = v.safeParse(session, item);
    const known = this.#sessions.get(read.output.session);
    if (!known) {
      if (!named.success) return false;
      this.#sessions.set(named.output.session, named.output);
    }
    this.#session = read.output.session;
    this.#open = [];
    this.#parts.push({ session: this.#session, events: this.#open });
    return true;
  }
}
