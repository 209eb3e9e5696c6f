import { wireJson } from '../wire-json.ts';
import {
  FORMAT,
  type RecordedSession,
  type Recording,
  type RecordingHeader,
  type TaskMarks,
  VERSION,
} from './format.ts';

/** Who writes: the fields of the header that are not fixed. */
export type RecordingAbout = Pick<RecordingHeader, 'tool' | 'recordedAt'>;

/** Writes a recording line by line, each as one text that ends in its line break. */
export class RecordingWriter {
  readonly #write: (line: string) => void;
  readonly #known = new Set<string>();
  #session = '';
  #events = 0;

  constructor(write: (line: string) => void, about: RecordingAbout = {}) {
    this.#write = write;
    this.#line({ format: FORMAT, version: VERSION, ...about });
  }

  /** What follows belongs to it. Named again, it only goes on. */
  session(session: RecordedSession): void {
    if (session.session === this.#session) return;
    this.#session = session.session;
    const known = this.#known.has(session.session);
    this.#known.add(session.session);
    this.#line(known ? { type: 'session', session: session.session } : session);
  }

  /** Also one that is not looked into, of whatever page. */
  event(event: unknown): void {
    this.#events++;
    this.#line(event);
  }

  marks(marks: TaskMarks): void {
    this.#line(marks);
  }

  end(until?: number): void {
    this.#write(this.endLine(until));
  }

  /** What would end it now. */
  endLine(until?: number): string {
    return lineOf({ type: 'end', events: this.#events, ...(until === undefined ? {} : { until }) });
  }

  #line(value: unknown): void {
    this.#write(lineOf(value));
  }
}

function lineOf(value: unknown): string {
  return `${wireJson(value)}\n`;
}

/** The text of a whole recording, as it is read again. */
export function writeRecording(recording: Recording): string {
  const lines: string[] = [];
  const { tool, recordedAt } = recording.header;
  const writer = new RecordingWriter((line) => lines.push(line), {
    ...(tool === undefined ? {} : { tool }),
    ...(recordedAt === undefined ? {} : { recordedAt }),
  });
  const sessions = new Map(recording.sessions.map((session) => [session.session, session]));
  for (const part of recording.parts) {
    const session = sessions.get(part.session);
    if (!session) continue;
    writer.session(session);
    for (const event of part.events) writer.event(event);
  }
  for (const { session: of, ...marks } of recording.marks) {
    const session = sessions.get(of);
    if (session) writer.session(session);
    writer.marks(marks);
  }
  writer.end(recording.until);
  return lines.join('');
}
