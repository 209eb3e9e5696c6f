import type { Model } from '../../bridge/model/model.ts';
import type { Preview } from '../../bridge/preview-types.ts';
import type { PageCommand, Refusal } from '../../bridge/protocol.ts';

/** What the panel can say of its connection; each has a view or a line of its own that says what to do. */
export type SourceStatus =
  /** Asked, nothing answered yet. */
  | { readonly state: 'connecting' }
  /** A relay answered, but no runtime has appeared in any document. */
  | { readonly state: 'no-runtime' }
  | { readonly state: 'live' }
  /** The user stopped the recording. */
  | { readonly state: 'paused' }
  /** A document's port went and it has not come back yet. */
  | { readonly state: 'reconnecting' }
  /** No relay in the page: it was open before the extension came, or the extension may not run there. */
  | { readonly state: 'not-here'; readonly url: string | undefined }
  /** A relay is there, but nobody of ours took its port. */
  | { readonly state: 'could-not-connect' }
  /** No page at all: a file, which is read-only. */
  | {
      readonly state: 'recording';
      readonly name: string;
      readonly events: number;
      /** Lines that were no events. */
      readonly ignored: number;
      /** Its end is missing. */
      readonly incomplete: boolean;
    }
  | { readonly state: 'version-mismatch'; readonly theirs: number; readonly ours: number };

/** How a command went: how many tasks (or times), or why nothing was done. */
export type CommandOutcome =
  | { readonly ok: true; readonly count: number }
  | { readonly ok: false; readonly reason: Refusal | 'no-answer' };

/** Where a panel gets what it shows: the extension's ports, a runtime in the same page, a recording, or a test. */
export interface PanelSource {
  readonly model: Model;
  readonly status: SourceStatus;
  /** Keep the tasks of a page that was left. Off by default. */
  preserveLog: boolean;
  /** Off: the page sends nothing, and what it does meanwhile is missing. Absent where there is nothing to record. */
  recording?: boolean;
  /** Tasks that are kept; beyond, finished ones leave first. Absent where there is no such bound. */
  historyLimit?: number;
  /** Called after `model` or `status` changed, at most once a message. Returns what stops it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Finished tasks go; live ones stay. */
  readonly clear: () => void;
  /**
   * More of a value that a preview cut, by the `ref` it has there; undefined: no longer held. Absent where nothing can be
   * asked (a recording).
   */
  readonly expand?: (session: string, ref: number) => Promise<Preview | undefined>;
  /** Does something in a document; answered within 2 s, and never rejects. Absent: the source is read-only. */
  readonly command?: (session: string, command: PageCommand) => Promise<CommandOutcome>;
  /** Epoch ms by which its figures are told; default: the present. A recording has its own. */
  readonly now?: () => number;
  /** Of a recording: what its file says of itself, for writing it again. Default: that it is made now. */
  readonly written?: () => { readonly tool?: string; readonly recordedAt?: number; readonly until?: number };
  /** Reloads the inspected page, where there is one. */
  readonly reloadPage: (() => void) | undefined;
}
