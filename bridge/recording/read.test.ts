import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SESSION, Wire } from '../testing/wire.ts';
import { type RecordedSession, RecordingError } from './format.ts';
import { openRecording, type ReadRecording, readRecording } from './read.ts';
import { replay } from './to-model.ts';
import { upgraded } from './upgrade.ts';
import { RecordingWriter } from './write.ts';

const session: RecordedSession = { type: 'session', session: SESSION, url: 'http://app.test/', since: 1, protocol: 1 };

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** `tasks` whole tasks, one event a line: the runtime's creation, then three events each. */
function recordingText(tasks: number): string {
  const lines: string[] = [];
  const writer = new RecordingWriter((line) => lines.push(line), { tool: 'test' });
  const wire = new Wire();
  writer.session(session);
  writer.event(wire.created());
  for (let i = 1; i <= tasks; i++) {
    writer.event(wire.registered(`${i}`));
    writer.event(wire.started(`${i}`));
    writer.event(wire.done(`${i}`));
  }
  writer.end();
  return lines.join('');
}

const rowsOf = (read: ReadRecording) => [...replay(read.recording).model.tasks.values()];

/** Two lines before the events. */
const eventLine = (text: string, event: number): string => text.split('\n')[event + 1] ?? '';

function refusal(bytes: Uint8Array): RecordingError {
  try {
    readRecording(bytes);
  } catch (error) {
    if (error instanceof RecordingError) return error;
    throw error;
  }
  throw new Error('expected a refusal, got a recording');
}

describe('reading a recording', () => {
  const twelve = recordingText(12);
  const utf16 = (text: string, little: boolean): Uint8Array => {
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), little);
    return bytes;
  };

  it.each([
    ['plain', utf8(twelve)],
    ['with a byte order mark', utf8(`\uFEFF${twelve}`)],
    ['with two', utf8(`\uFEFF\uFEFF${twelve}`)],
    ['as UTF-16LE with a mark', utf16(`\uFEFF${twelve}`, true)],
    ['as UTF-16BE with a mark', utf16(`\uFEFF${twelve}`, false)],
    ['as UTF-16LE without one', utf16(twelve, true)],
    ['with CR LF', utf8(twelve.replaceAll('\n', '\r\n'))],
  ])('bridge 20 F01: twelve tasks %s', (_, bytes) => {
    const read = readRecording(bytes);
    expect(rowsOf(read)).toHaveLength(12);
    expect(read).toMatchObject({ events: 37, incomplete: false, ignored: 0 });
  });

  it('bridge 20 F01: gzipped it is unpacked; a cut archive gives what was whole', async () => {
    const packed = new Uint8Array(gzipSync(twelve, { level: 0 }));
    expect(rowsOf(await openRecording(packed))).toHaveLength(12);
    const cut = await openRecording(packed.slice(0, packed.length - 200));
    expect(cut.incomplete).toBe(true);
    expect(rowsOf(cut).length).toBeGreaterThan(8);
    await expect(openRecording(new Uint8Array([0x1f, 0x8b, 1, 2, 3]))).rejects.toThrow('damaged gzip archive');
  });

  it('bridge 20 F01: UTF-32 is named', () => {
    expect(refusal(new Uint8Array([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0])).message).toContain('UTF-32');
  });

  describe('F02: a cut file', () => {
    // 1 + 3 × 33 = 100 events.
    const whole = recordingText(33);
    const line73 = whole.indexOf(eventLine(whole, 73));

    it.each([
      ['in the middle of event 73', whole.slice(0, line73 + 20), 72],
      ['after the line break behind event 72', whole.slice(0, line73), 72],
      ['with only the last line break missing', whole.slice(0, -1), 100],
    ])('bridge 20 F02: %s', (_, text, events) => {
      const read = readRecording(utf8(text));
      expect(read).toMatchObject({ events, incomplete: true, ignored: 0 });
      // Event 72 registers task 24's successor: what has no end is not told as ended.
      const open = rowsOf(read).filter((row) => row.doneSeq === undefined);
      expect(open.map((row) => row.state)).toEqual(events === 100 ? [] : ['running']);
      expect([...replay(read.recording).model.sessions.values()].every((one) => !one.connected)).toBe(true);
    });

    it('bridge 20 F02: whole, it is told as whole', () => {
      expect(readRecording(utf8(whole))).toMatchObject({ events: 100, incomplete: false, ignored: 0 });
    });

    it('bridge 20 F02: an empty file, and one of nothing but a mark, are named so', () => {
      expect(refusal(new Uint8Array()).message).toMatch(/^Empty file/);
      expect(refusal(utf8('\uFEFF')).message).toMatch(/^Empty file/);
    });

    it('bridge 20 F02: cut within its header it is no recording, and the reason says so', () => {
      expect(refusal(utf8('{"format":"tasklens-recording","ver')).message).toContain('first line is cut off');
    });
  });

  it.each([
    ['a newer version', '{"format":"tasklens-recording","version":999}\n', 'Made by newer format 999', 'up to 1'],
    [
      'a HAR',
      JSON.stringify({ log: { version: '1.2', entries: [] } }, undefined, 2),
      'looks like a HAR',
      'not a recording',
    ],
    ['a HAR of one line', '{"log":{"version":"1.2"}}', 'looks like a HAR', 'not a recording'],
    ['a Chrome trace', '{"traceEvents":[]}', 'looks like a Chrome trace', 'not a recording'],
    ['[]', '[]', 'Not a recording', 'first line'],
    ['null', 'null', 'Not a recording', 'first line'],
    ['plain text', 'hello\nworld\n', 'Not a recording', 'first line'],
    ['no version', '{"format":"tasklens-recording"}\n', 'Not a recording', 'no version'],
    ['a version that is none', '{"format":"tasklens-recording","version":"1"}\n', 'Not a recording', 'no version'],
    ['version 0', '{"format":"tasklens-recording","version":0}\n', 'Not a recording', 'no version'],
  ])('bridge 20 F04: %s is refused with the reason', (_, text, ...expected) => {
    const { message } = refusal(utf8(text));
    for (const part of expected) expect(message).toContain(part);
  });

  it('bridge 20 F04: a ZIP archive and a picture are named', () => {
    expect(refusal(new Uint8Array([0x50, 0x4b, 3, 4, 0])).message).toContain('ZIP archive');
    expect(refusal(new Uint8Array([0x89, 0x50, 0x4e, 0x47])).message).toContain('PNG');
  });

  const events = (...told: readonly object[]): ReadRecording => {
    const lines: string[] = [];
    const writer = new RecordingWriter((line) => lines.push(line));
    writer.session(session);
    for (const event of told) writer.event({ ...event });
    writer.end();
    return readRecording(utf8(lines.join('')));
  };

  it('bridge 20 F04: an end before its registration makes one row, in the state of its end', () => {
    const wire = new Wire();
    const registered = wire.registered('7');
    const started = wire.started('7');
    const read = events(wire.done('7', { state: 'error' }), registered, started);
    expect(rowsOf(read).map((row) => [row.id, row.state, row.partial])).toEqual([['7', 'error', false]]);
  });

  it('bridge 20 F04: registrations without an end make unfinished rows of a document that is gone', () => {
    const wire = new Wire();
    const reducer = replay(events(...['1', '2', '3'].map((id) => wire.registered(id))).recording);
    expect([...reducer.model.tasks.values()].map((row) => row.state)).toEqual(['pending', 'pending', 'pending']);
    expect(reducer.model.sessions.get(SESSION)?.connected).toBe(false);
  });

  it('bridge 20 F04: what is no event is counted and left out', () => {
    const ten = recordingText(10).split('\n');
    const end = ten.splice(-2, 1);
    const read = readRecording(utf8([...ten.slice(0, -1), '{}', ...end, ''].join('\n')));
    expect(rowsOf(read)).toHaveLength(10);
    expect(read).toMatchObject({ ignored: 1, incomplete: false });
  });

  it('bridge 20 F04: damaged lines in the middle, and events of no document, are counted', () => {
    const lines = recordingText(2).split('\n');
    lines.splice(3, 0, '{"type":"task:', '{"type":"task:flown","seq":1}');
    lines.splice(1, 0, JSON.stringify(new Wire().registered('9')));
    const read = readRecording(utf8(lines.join('\n')));
    expect(read.ignored).toBe(3);
    expect(rowsOf(read)).toHaveLength(2);
  });

  it('bridge 20 D49: keys like __proto__ change nothing', () => {
    const read = readRecording(
      utf8(recordingText(1).replaceAll('"task 1"', '"__proto__"').replace('"url"', '"__proto__":{"polluted":1},"url"')),
    );
    expect(rowsOf(read).map((row) => row.name)).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe('upgrades', () => {
  it('bridge 20: a file of an old version goes through each step to the newest', () => {
    const steps = new Map([
      [1, (line: unknown) => ({ ...Object(line), one: true })],
      [2, (line: unknown) => ({ ...Object(line), two: true })],
    ]);
    expect(upgraded({ type: 'x' }, 1, 3, steps)).toEqual({ type: 'x', one: true, two: true });
    expect(upgraded({ type: 'x' }, 3, 3, steps)).toEqual({ type: 'x' });
    expect(() => upgraded({}, 4, 5, steps)).toThrow('upgrade of recordings from version 4');
  });

  it('bridge 20: the reader takes it through them, and reports the version it has now', () => {
    const old = recordingText(2).replaceAll('"task:registered"', '"task:added"');
    const rename = (line: unknown) => JSON.parse(JSON.stringify(line).replace('"task:added"', '"task:registered"'));
    const read = readRecording(utf8(old), { newest: 2, upgrades: new Map([[1, rename]]) });
    expect(rowsOf(read).map((row) => row.partial)).toEqual([false, false]);
    expect(read.recording.header.version).toBe(2);
    expect(readRecording(utf8(old)).ignored).toBe(2);
  });
});
