import type { HubSource, LedgerEvent, PastTask, RuntimeEvent } from '../../runtime/hub.ts';
import { carriesValue, eventJson, fieldsJson, type Manner } from './encode.ts';
import { Held } from './held.ts';
import { DETAIL, END, Outbox, type OutboxLimits, ROW, type Stream, type Weight } from './outbox.ts';

/** A source that a viewer is attached to. */
interface Attached {
  readonly source: HubSource;
  readonly stream: Stream;
  readonly manner: Manner;
  readonly detach: () => void;
  /** Of a ledger: what it holds of a task. */
  readonly past: ((task: NonNullable<PastTask['identity']>) => readonly LedgerEvent[]) | undefined;
  /** What its history had let go before. */
  readonly dropped: { readonly tasks: number; readonly events: number };
  next: Attached | undefined;
}

type Told = RuntimeEvent | LedgerEvent;

/** The hub's `watch`, guarded. */
export type Watch = (onSource: (source: HubSource) => void, onGone?: (source: HubSource) => void) => () => void;

/**
 * One viewer's hold on everything that has announced itself: attaches, tells what was, then what is, into the viewer's outbox. A
 * source that throws is left out; the page goes on.
 */
export class Viewer {
  readonly outbox: Outbox;
  readonly held: Held = new Held();
  /** Somebody knows that something waits. */
  told = false;
  readonly #wake: () => void;
  readonly #stopWatching: () => void;
  /** A list, not an array, whose methods are the page's to change. */
  #attached: Attached | undefined;

  /** `wake` is called after something was put into the outbox. */
  constructor(watch: Watch, limits: OutboxLimits, wake: () => void) {
    this.outbox = new Outbox(limits);
    this.#wake = wake;
    // The sources that are there come within the call. Ledgers go first: a runtime's tasks are told with what they hold of them.
    let runtimes: HubSource[] | undefined = [];
    let count = 0;
    this.#stopWatching = watch(
      (source) => {
        if (runtimes && source.kind === 'runtime') runtimes[count++] = source;
        else this.#attach(source, !runtimes);
      },
      (source) => this.#detach(source),
    );
    const ledgers = this.#attached;
    for (let i = 0; i < count; i++) this.#attach(runtimes[i], true);
    runtimes = undefined;
    for (let one = ledgers; one; one = one.next) this.#end(one);
  }

  stop(): void {
    this.#stopWatching();
    this.#detach();
    this.held.clear();
  }

  /** A source was taken back (without one: the viewer goes): it tells nothing more. */
  #detach(source?: HubSource): void {
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

  /** `whole`: its snapshot ends at once. */
  #attach(source: HubSource | undefined, whole: boolean): void {
    guarded(() => {
      const attached = source && this.#attachTo(source);
      if (attached && whole) this.#end(attached);
      this.#wake();
    });
  }

  #attachTo(source: HubSource): Attached {
    const stream: Stream = { kind: source.kind, id: source.id, sent: 0 };
    const { hold } = this.held;
    const manner = { redact: source.kind === 'runtime' ? source.redact : undefined, hold };
    const attachment = source.attach((told) => {
      guarded(() => {
        this.#push(attached, told.seq, told);
        this.#wake();
      });
    });
    const { seq, detach } = attachment;
    const past = 'past' in attachment ? attachment.past : undefined;
    const dropped = 'dropped' in attachment ? attachment.dropped : { tasks: 0, events: 0 };
    const attached: Attached = { source, stream, manner, detach, past, dropped, next: this.#attached };
    this.#attached = attached;
    this.#put(stream, { type: 'snapshot:start' });
    stream.sent = seq;
    if ('untracked' in attachment) this.#tell(attached, attachment.untracked);
    else {
      this.#tell(attached, attachment.runtime);
      for (const task of attachment.tasks) this.#tellTask(attached, task);
    }
    return attached;
  }

  #tellTask(attached: Attached, { events, digest, identity }: PastTask): void {
    this.#tell(attached, events, digest);
    if (!identity) return;
    for (let one = this.#attached; one; one = one.next) if (one.past) this.#tell(one, one.past(identity));
  }

  #tell(attached: Attached, events: readonly Told[], digest?: PastTask['digest']): void {
    for (let i = 0; i < events.length; i++) {
      const told = events[i];
      if (told) this.#push(attached, 0, told, digest);
    }
  }

  /** `seq` 0: the past. What carries a value of the app, or is redacted by it, is written now; the rest when it is taken. */
  #push({ source, stream, manner }: Attached, seq: number, told: Told, digest?: PastTask['digest']): void {
    const ledger = 'ledgerId' in told;
    const how = ledger && told.task ? this.#mannerOf(told.task.runtimeId, manner) : manner;
    let wanted = ledger || told.type !== 'task:done' ? undefined : digest;
    if (source.kind === 'runtime' && 'error' in told) wanted ??= source.digest?.(told.error);
    const now = how.redact || wanted || (ledger ? told.digest : carriesValue(told));
    const id = ledger ? told.task?.id : 'id' in told ? told.id : undefined;
    this.outbox.push(stream, seq, now ? eventJson(told, how, wanted) : told, id, weightOf(told));
  }

  /** A ledger's events are redacted as the runtime of their task says. */
  #mannerOf(runtimeId: string, otherwise: Manner): Manner {
    for (let one = this.#attached; one; one = one.next) {
      if (one.source.kind === 'runtime' && one.source.id === runtimeId) return one.manner;
    }
    return otherwise;
  }

  #end({ source, stream, dropped }: Attached): void {
    this.#put(stream, { type: 'snapshot:end', seq: stream.sent, library: source.library, dropped });
  }

  #put(stream: Stream, fields: object): void {
    this.outbox.push(stream, 0, `{${fieldsJson({ stream: stream.kind, id: stream.id, ...fields })}}`);
  }
}

function weightOf(told: Told): Weight {
  if ('ledgerId' in told) return DETAIL;
  if (told.type === 'task:done') return END;
  return 'id' in told && told.type !== 'task:registered' ? DETAIL : ROW;
}

/** Whatever goes wrong in here must not reach the app. */
function guarded(run: () => void): void {
  try {
    run();
  } catch {
    // A source of another party, or a value of the page, that breaks its promises: it is left out.
  }
}
