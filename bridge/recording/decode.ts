import { RecordingError } from './format.ts';

/** How a file begins that is something else, as far as that can be told by its first bytes. */
const SIGNATURES: readonly (readonly [what: string, bytes: readonly number[]])[] = [
  ['ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['PNG picture', [0x89, 0x50, 0x4e, 0x47]],
];

const GZIP: readonly number[] = [0x1f, 0x8b];

/**
 * The text of a file's bytes, for the panel's file picker and for Node alike: `Blob.text()` removes one byte order mark, a
 * Node buffer keeps it, and some editors write two. UTF-16 is read; UTF-32 is named.
 *
 * @throws {RecordingError} for an empty file, and one that is no text
 */
export function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new RecordingError({ code: 'empty' });
  for (const [what, signature] of SIGNATURES) {
    if (begins(bytes, signature)) throw new RecordingError({ code: 'looks-like', what });
  }
  if (begins(bytes, [0xff, 0xfe, 0, 0]) || begins(bytes, [0, 0, 0xfe, 0xff])) {
    throw new RecordingError({ code: 'encoding', encoding: 'UTF-32' });
  }
  const text = new TextDecoder(encodingOf(bytes), { ignoreBOM: true }).decode(bytes);
  const first = text.search(/[^\uFEFF]/);
  if (first < 0) throw new RecordingError({ code: 'empty' });
  return text.slice(first);
}

/** Unpacks a gzipped file; others come back as they are. */
export async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (!begins(bytes, GZIP)) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      length += value.length;
    }
  } catch {
    // A cut archive gives what was whole of it, as a cut file does.
    if (length === 0) throw new RecordingError({ code: 'not-a-recording', because: 'it is a damaged gzip archive' });
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (begins(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (begins(bytes, [0xfe, 0xff])) return 'utf-16be';
  // Without a mark: the first character of a recording is ASCII.
  if (bytes.length > 1 && bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  if (bytes.length > 1 && bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
  return 'utf-8';
}

function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
