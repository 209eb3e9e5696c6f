import type {
  HubSource,
  LedgerAttachment,
  LedgerEvent,
  LedgerSource,
  PastTask,
  RuntimeSource,
} from '../../runtime/hub.ts';
import { carriesValue, ledgerEventJson, runtimeEventJson } from './encode.ts';
import { Outbox, type OutboxLimits, type Stream } from './outbox.ts';
import { quote } from './primordials.ts';

/** A source that a viewer is attached to. A list, not an array: its methods are not the page's to change. */
interface Attached {
  readonly source: HubSource;
  readonly detach: () => void;
  /** Of a ledger: what it holds of a task. */
  readonly past: LedgerAttachment['past'] | undefined;
  readonly stream: Stream;
  next: Attached | undefined;
}

/**
 * One viewer's hold on everything that has announced itself: attaches, tells what was, then what is, into the viewer's outbox. A
 * source that throws is left out; the page goes on.
 */
export class Viewer {
  readonly outbox: Outbox;
  readonly #wake: () => void;
  #attached: Attached | undefined;

  /** `wake` is called after something was put into the outbox. */
  constructor(session: string, limits: OutboxLimits, wake: () => void) {
    this.outbox = new Outbox(session, limits);
    this.#wake = wake;
  }

  /** Ledgers first: a runtime's tasks are told with what the ledgers hold of them. */
  attachAll(sources: readonly HubSource[]): void {
    const before = this.#attached;
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i];
      if (source?.kind === 'ledger') guarded(() => this.#attachLedger(source));
    }
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i];
      if (source?.kind === 'runtime') guarded(() => this.#attachRuntime(source));
    }
    for (let one = this.#attached; one && one !== before; one = one.next) {
      if (one.past) this.outbox.pushPast(one.stream, snapshotEnd(one.stream, one.source.library, 0, 0));
    }
    this.#wake();
  }

  /** A source was taken back: it tells nothing more. */
  forget(source: HubSource): void {
    let before: Attached | undefined;
    for (let one = this.#attached; one; before = one, one = one.next) {
      if (one.source !== source) continue;
      if (before) before.next = one.next;
      else this.#attached = one.next;
      guarded(one.detach);
      return;
    }
  }

  stop(): void {
    for (let one = this.#attached; one; one = one.next) guarded(one.detach);
    this.#attached = undefined;
  }

  #attachRuntime(source: RuntimeSource): void {
    const { outbox } = this;
    const stream: Stream = { kind: 'runtime', id: source.id, sent: 0 };
    const attachment = source.attach((event) => {
      guarded(() => {
        outbox.push(stream, event.seq, carriesValue(event) ? runtimeEventJson(event) : () => runtimeEventJson(event));
        this.#wake();
      });
    });
    this.#attached = { source, detach: attachment.detach, past: undefined, stream, next: this.#attached };
    outbox.pushPast(stream, snapshotStart(stream));
    const { runtime, tasks, dropped, seq } = attachment;
    for (let i = 0; i < runtime.length; i++) {
      const event = runtime[i];
      if (event) outbox.pushPast(stream, runtimeEventJson(event));
    }
    for (const task of tasks) this.#tellPast(stream, task);
    stream.sent = seq;
    outbox.pushPast(stream, snapshotEnd(stream, source.library, dropped.tasks, dropped.events));
  }

  #tellPast(stream: Stream, task: PastTask): void {
    const { events, digest, identity } = task;
    for (let i = 0; i < events.length; i++) {
      const event = events[i];
      if (!event) continue;
      const lazy = !carriesValue(event) && digest === undefined;
      this.outbox.pushPast(stream, lazy ? () => runtimeEventJson(event) : runtimeEventJson(event, digest));
    }
    if (!identity) return;
    for (let one = this.#attached; one; one = one.next) {
      const { past } = one;
      if (past) this.#tellLedger(one.stream, past(identity));
    }
  }

  #attachLedger(source: LedgerSource): void {
    const { outbox } = this;
    const stream: Stream = { kind: 'ledger', id: source.id, sent: 0 };
    const attachment = source.attach((told) => {
      guarded(() => {
        const { seq } = told;
        outbox.push(stream, seq, told.digest ? ledgerEventJson(told) : () => ledgerEventJson(told));
        this.#wake();
      });
    });
    const { past, detach, untracked, seq } = attachment;
    this.#attached = { source, detach, past, stream, next: this.#attached };
    outbox.pushPast(stream, snapshotStart(stream));
    this.#tellLedger(stream, untracked);
    stream.sent = seq;
  }

  #tellLedger(stream: Stream, events: readonly LedgerEvent[]): void {
    for (let i = 0; i < events.length; i++) {
      const told = events[i];
      if (told) this.outbox.pushPast(stream, ledgerEventJson(told));
    }
  }
}

function snapshotStart(stream: Stream): string {
  return `{"type":"snapshot:start","stream":"${stream.kind}","id":${quote(stream.id)}}`;
}

function snapshotEnd(stream: Stream, library: string, tasks: number, events: number): string {
  return (
    `{"type":"snapshot:end","stream":"${stream.kind}","id":${quote(stream.id)},"seq":${stream.sent},` +
    `"library":${quote(`${library}`)},"dropped":{"tasks":${tasks},"events":${events}}}`
  );
}

/** Whatever goes wrong in here must not reach the app. */
function guarded(run: () => void): void {
  try {
    run();
  } catch {
    // A source of another party, or a value of the page, that breaks its promises: it is left out.
  }
}
