import type { WireEvent } from '../protocol.ts';

// A recording is JSON Lines (docs/recording-format.md): a header, then for each document a line that names it and the events
// it told, in the form they have on the wire, then a line that says that this was all.

export const FORMAT = 'tasklens-recording';

/** Raised when a reader of the version before would misread a file. What is only added does not raise it. */
export const VERSION = 1;

/** The first line. */
export interface RecordingHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** Who wrote it, for people: `tasklens 0.1.0`. */
  readonly tool?: string;
  /** Epoch ms. */
  readonly recordedAt?: number;
}

/** One document, worker or process: one life of a realm. What follows its line belongs to it, until the next such line. */
export interface RecordedSession {
  readonly type: 'session';
  /** 128 bits in hex. */
  readonly session: string;
  readonly url: string;
  /** Epoch ms at which it began. */
  readonly since: number;
  /** The protocol that its page spoke. */
  readonly protocol: number;
  /** Events of it that never arrived, where there are such. */
  readonly dropped?: number;
  readonly lost?: number;
}

/** What a viewer knew of a task and its events alone do not say: that something of it was lost, or must not have happened. */
export interface TaskMarks {
  readonly type: 'task:marks';
  readonly runtimeId: string;
  readonly id: string;
  /** The seq of its registration; absent where that was lost. */
  readonly registered?: number;
  readonly partial?: true;
  readonly stepsLost?: true;
  readonly violations?: readonly { readonly rule: string; readonly detail: string }[];
}

/** The last line: without it the file was cut. */
export interface RecordingEnd {
  readonly type: 'end';
  /** Lines of events before it. */
  readonly events: number;
  /** Epoch ms at which it was made, by the clock of the events. */
  readonly until?: number;
}

/** Events of one document that stand one after the other in the file. */
export interface RecordedPart {
  readonly session: string;
  readonly events: readonly WireEvent[];
}

/** A recording, read. */
export interface Recording {
  readonly header: RecordingHeader;
  readonly sessions: readonly RecordedSession[];
  readonly parts: readonly RecordedPart[];
  readonly marks: readonly (TaskMarks & { readonly session: string })[];
  readonly until: number | undefined;
}

/** Why a file is refused: for whoever words it himself. `message` says it in English. */
export type RecordingFault =
  | { readonly code: 'empty' }
  | { readonly code: 'not-a-recording'; readonly because: string }
  | { readonly code: 'looks-like'; readonly what: string }
  | { readonly code: 'newer'; readonly version: number; readonly newest: number }
  | { readonly code: 'encoding'; readonly encoding: string };

/** The file is no recording that can be read; nothing was taken from it. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly fault: RecordingFault;

  constructor(fault: RecordingFault) {
    super(faultText(fault));
    this.fault = fault;
  }
}

function faultText(fault: RecordingFault): string {
  switch (fault.code) {
    case 'empty':
      return 'Empty file: there is nothing in it.';
    case 'not-a-recording':
      return `Not a recording: ${fault.because}.`;
    case 'looks-like':
      return `This looks like a ${fault.what}, not a recording.`;
    case 'newer':
      return `Made by newer format ${fault.version}: this version of Tasklens reads formats up to ${fault.newest}. Update Tasklens.`;
    case 'encoding':
      return `Encoded as ${fault.encoding}: save it as UTF-8.`;
  }
}
