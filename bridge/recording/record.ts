import { type Hub, type HubSource, hub, type LedgerSource } from '../../runtime/hub.ts';
import { type Runtime, VERSION } from '../../runtime/index.ts';
import type { OutboxLimits } from '../page/outbox.ts';
import { Viewer } from '../page/viewer.ts';
import { BATCH_LENGTH, PROTOCOL_VERSION } from '../protocol.ts';
import { Redaction } from '../redact.ts';
import { parseEvents } from '../wire-json.ts';
import { RecordingWriter } from './write.ts';

export interface RecordOptions {
  /**
   * Gets each line as it comes, its line break included, for a file or a stream. Without it the lines are kept in memory
   * and `stop` returns them.
   */
  readonly write?: ((line: string) => void) | undefined;
}

/** What `createRuntime` returns. */
export type RecordedRuntime = Pick<Runtime, 'id' | 'events'>;

/** A recording that goes on until it is stopped. */
export interface RunningRecording {
  /** Writes the last line and ends it. Returns the whole text, '' where lines went to `write`. Again: the same. */
  stop(): string;
}

/** Nothing waits: each event is taken as it comes. A snapshot may be as long as it likes. */
const LIMITS: OutboxLimits = { events: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY, batch: BATCH_LENGTH };

/**
 * Records what one runtime does, or some together, their kept history included, as JSON Lines (docs/recording-format.md). The attempts of their
 * tasks are there where `traced` or `accounting` is wired. What `devtools.redact` and the default redaction hide is not in it.
 * Works wherever the runtime does, in Node too.
 *
 * @param runtime one, or a list
 * @throws {TypeError} for what is no runtime, or one that shows itself to nobody (`devtools: false`)
 * @example
 * ```ts
 * const recording = record(runtime);
 * await runtime.onIdle();
 * await writeFile('run.jsonl', recording.stop()); // npx tasklens view run.jsonl
 * ```
 */
export function record(
  runtime: RecordedRuntime | readonly RecordedRuntime[],
  options: RecordOptions = {},
): RunningRecording {
  const ids = checkRuntimes(runtime);
  const { write } = checkOptions(options);
  const lines: string[] = [];
  const writer = new RecordingWriter(write ?? ((line) => lines.push(line)), { tool: `tasklens ${VERSION}` });
  const redaction = new Redaction();
  const shown = new Set<string>();
  let viewer: Viewer | undefined;

  const drain = (): void => {
    for (let json = viewer?.outbox.take(); json; json = viewer?.outbox.take()) {
      for (const event of parseEvents(redaction.apply(json))) writer.event(event);
    }
  };
  const watch: Hub['watch'] = (onSource, onGone) =>
    hub().watch((source) => {
      const wanted = only(source, ids);
      if (wanted?.kind === 'runtime') shown.add(source.id);
      if (wanted) onSource(wanted);
    }, onGone);

  writer.session({
    type: 'session',
    session: newSession(),
    url: JSON.parse(redaction.apply(JSON.stringify(globalThis.location?.href ?? 'node'))),
    since: Math.round(performance.timeOrigin),
    protocol: PROTOCOL_VERSION,
  });
  viewer = new Viewer(watch, LIMITS, drain);
  if (shown.size < ids.size) {
    viewer.stop();
    throw new TypeError('Expected `runtime` to be one that DevTools may see, got one with `devtools: false`');
  }
  drain();

  let text: string | undefined;
  return {
    stop() {
      if (text !== undefined) return text;
      drain();
      viewer?.stop();
      writer.end();
      text = lines.join('');
      lines.length = 0;
      return text;
    },
  };
}

/** The runtimes themselves, and of ledgers, which are a page's, what they tell of their tasks. */
function only(source: HubSource, ids: ReadonlySet<string>): HubSource | undefined {
  if (source.kind === 'runtime') return ids.has(source.id) ? source : undefined;
  return ledgerOf(source, ids);
}

/** The ledger's own count has the steps of other runtimes in it: counted anew, or they would show as lost. */
function ledgerOf(source: LedgerSource, ids: ReadonlySet<string>): LedgerSource {
  return {
    kind: 'ledger',
    id: source.id,
    library: source.library,
    attach(listener) {
      let seq = 0;
      const attachment = source.attach((told) => {
        // What a worker wrote is none of these runtimes' business.
        if (typeof told === 'string' || !told.task || !ids.has(told.task.runtimeId)) return;
        listener({ ...told, seq: ++seq });
      });
      seq = attachment.seq;
      return { ...attachment, untracked: [] };
    },
  };
}

/** 128 random bits, in hex. */
function newSession(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function checkRuntimes(given: unknown): ReadonlySet<string> {
  const all: readonly unknown[] = Array.isArray(given) ? given : [given];
  return new Set(
    all.map((runtime) => {
      if (typeof runtime === 'object' && runtime !== null && 'id' in runtime && 'events' in runtime) {
        if (typeof runtime.id === 'string') return runtime.id;
      }
      throw new TypeError(
        `Expected \`runtime\` to be what \`createRuntime\` returns, or a list, got ${typeof runtime}`,
      );
    }),
  );
}

function checkOptions(options: RecordOptions): RecordOptions {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`Expected \`options\` to be an object, got ${options === null ? 'null' : typeof options}`);
  }
  if (options.write !== undefined && typeof options.write !== 'function') {
    throw new TypeError(`Expected \`write\` to be a function, got ${typeof options.write}`);
  }
  return options;
}
