import type { HubSource, LedgerEvent, PastTask, RuntimeEvent } from '../../runtime/hub.ts';
import { carriesValue, eventJson, fieldsJson } from './encode.ts';
import { Outbox, type OutboxLimits, type Stream, type Waiting } from './outbox.ts';

/** A source that a viewer is attached to. */
interface Attached {
  readonly source: HubSource;
  readonly stream: Stream;
  readonly detach: () => void;
  /** Of a ledger: what it holds of a task. */
  readonly past: ((task: NonNullable<PastTask['identity']>) => readonly LedgerEvent[]) | undefined;
  next: Attached | undefined;
}

/**
 * One viewer's hold on everything that has announced itself: attaches, tells what was, then what is, into the viewer's outbox. A
 * source that throws is left out; the page goes on.
 */
export class Viewer {
  readonly outbox: Outbox;
  readonly #wake: () => void;
  /** A list, not an array, whose methods are the page's to change. */
  #attached: Attached | undefined;

  /** `wake` is called after something was put into the outbox. */
  constructor(limits: OutboxLimits, wake: () => void) {
    this.outbox = new Outbox(limits);
    this.#wake = wake;
  }

  /** Sources that are there. Ledgers go first: a runtime's tasks are told with what the ledgers hold of them. */
  attach(sources: readonly HubSource[]): void {
    const before = this.#attached;
    for (let ledgers = 1; ledgers >= 0; ledgers--) {
      for (let i = 0; i < sources.length; i++) {
        const source = sources[i];
        if (source && (source.kind === 'ledger') === (ledgers === 1)) guarded(() => this.#attachTo(source));
      }
    }
    for (let one = this.#attached; one && one !== before; one = one.next) if (one.past) this.#end(one);
    this.#wake();
  }

  /** A source was taken back (without one: the viewer goes): it tells nothing more. */
  detach(source?: HubSource): void {
    let before: Attached | undefined;
    for (let one = this.#attached; one; one = one.next) {
      if (source && one.source !== source) before = one;
      else {
        if (before) before.next = one.next;
        else this.#attached = one.next;
        guarded(one.detach);
      }
    }
  }

  #attachTo(source: HubSource): void {
    const stream: Stream = { kind: source.kind, id: source.id, sent: 0 };
    const hear = (told: RuntimeEvent | LedgerEvent): void => {
      guarded(() => {
        this.outbox.push(stream, told.seq, this.#waiting(source, told));
        this.#wake();
      });
    };
    const attachment = source.attach(hear);
    const { seq, detach } = attachment;
    const past = 'past' in attachment ? attachment.past : undefined;
    const attached: Attached = { source, stream, detach, past, next: this.#attached };
    this.#attached = attached;
    this.#put(stream, { type: 'snapshot:start' });
    stream.sent = seq;
    if ('untracked' in attachment) this.#tell(attached, attachment.untracked);
    else {
      this.#tell(attached, attachment.runtime);
      for (const task of attachment.tasks) this.#tellTask(attached, task);
      this.#end(attached, attachment.dropped);
    }
  }

  #tellTask(attached: Attached, { events, digest, identity }: PastTask): void {
    this.#tell(attached, events, digest);
    if (!identity) return;
    for (let one = this.#attached; one; one = one.next) if (one.past) this.#tell(one, one.past(identity));
  }

  #tell(
    { source, stream }: Attached,
    events: readonly (RuntimeEvent | LedgerEvent)[],
    digest?: PastTask['digest'],
  ): void {
    for (let i = 0; i < events.length; i++) {
      const told = events[i];
      if (told) this.outbox.push(stream, 0, this.#waiting(source, told, digest));
    }
  }

  #waiting(source: HubSource, told: RuntimeEvent | LedgerEvent, digest?: PastTask['digest']): Waiting {
    if ('ledgerId' in told) return told.digest ? eventJson(told) : told;
    if (!carriesValue(told) && !(digest && told.type === 'task:done')) return told;
    return eventJson(told, digest ?? ('error' in told ? digestOf(source, told.error) : undefined));
  }

  #end({ source, stream }: Attached, dropped = { tasks: 0, events: 0 }): void {
    this.#put(stream, { type: 'snapshot:end', seq: stream.sent, library: source.library, dropped });
  }

  #put(stream: Stream, fields: object): void {
    this.outbox.push(stream, 0, `{${fieldsJson({ stream: stream.kind, id: stream.id, ...fields })}}`);
  }
}

function digestOf(source: HubSource, error: unknown): PastTask['digest'] {
  return source.kind === 'runtime' ? source.digest?.(error) : undefined;
}

/** Whatever goes wrong in here must not reach the app. */
function guarded(run: () => void): void {
  try {
    run();
  } catch {
    // A source of another party, or a value of the page, that breaks its promises: it is left out.
  }
}
