import type { HubSource, LedgerEvent, PastTask, RuntimeEvent } from '../../runtime/hub.ts';
import { carriesValue, eventJson, fieldsJson, type Manner } from './encode.ts';
import { Held } from './held.ts';
import { DETAIL, END, Outbox, type OutboxLimits, ROW, type Stream, type Weight } from './outbox.ts';
import { has } from './primordials.ts';

/** A source that a viewer is attached to. */
interface Attached {
  readonly source: HubSource;
  readonly stream: Stream;
  readonly manner: Manner;
  readonly detach: () => void;
  /** Of a ledger: what it holds of a task. */
  readonly past: ((task: NonNullable<PastTask['identity']>) => readonly LedgerEvent[]) | undefined;
  /** What its history had let go before, or lets go while it is told. */
  readonly dropped: { tasks: number; events: number };
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
  readonly #watch: Watch;
  readonly #wake: () => void;
  #stopWatching: (() => void) | undefined;
  /** A list, not an array, whose methods are the page's to change. */
  #attached: Attached | undefined;

  /** `wake` is called after something was put into the outbox. */
  constructor(watch: Watch, limits: OutboxLimits, wake: () => void) {
    this.outbox = new Outbox(limits);
    this.#watch = watch;
    this.#wake = wake;
    this.#start();
  }

  /** What was dropped is told by a new snapshot, as far as it is still known, once all that waited has been taken. */
  repair(): void {
    if (!this.outbox.repair()) return;
    this.#leave();
    this.#start();
  }

  stop(): void {
    this.#leave();
    this.held.clear();
  }

  #start(): void {
    // The sources that are there come within the call. Ledgers go first: a runtime's tasks are told with what they hold of them.
    let runtimes: HubSource[] | undefined = [];
    let count = 0;
    this.#stopWatching = this.#watch(
      (source) =>
        guarded(() => {
          if (runtimes && source.kind === 'runtime') runtimes[count++] = source;
          else this.#attach(source, !runtimes);
        }),
      (source) => this.#detach(source),
    );
    const ledgers = this.#attached;
    for (let i = 0; i < count; i++) this.#attach(runtimes[i], true);
    runtimes = undefined;
    for (let one = ledgers; one; one = one.next) this.#end(one);
  }

  #leave(): void {
    this.#stopWatching?.();
    this.#detach();
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
    const { kind, id } = source;
    const stream: Stream = { kind, id, sent: 0 };
    const { hold } = this.held;
    const manner = { redact: source.kind === 'runtime' ? source.redact : undefined, hold };
    const attachment = source.attach((told) => {
      guarded(() => {
        this.#push(attached, told.seq, told);
        this.#wake();
      });
    });
    const { seq, detach } = attachment;
    const ledger = has(attachment, 'untracked');
    const past = ledger ? attachment.past : undefined;
    const dropped = ledger ? { tasks: 0, events: 0 } : { ...attachment.dropped };
    const attached: Attached = { source, stream, manner, detach, past, dropped, next: this.#attached };
    this.#attached = attached;
    this.#put(stream, { type: 'snapshot:start' });
    stream.sent = seq;
    this.#tell(attached, ledger ? attachment.untracked : attachment.runtime);
    if (!ledger) this.#draw(attached, attachment.tasks[Symbol.iterator]());
    return attached;
  }

  /** Tasks may be many, and are made and written when they are taken. */
  #draw(attached: Attached, tasks: Iterator<PastTask>): void {
    const { stream, dropped } = attached;
    const { sent } = stream;
    // What the iterator looks at first are the tasks of this moment.
    let next = tasks.next();
    this.outbox.later(() =>
      guarded(() => {
        if (next.done) return false;
        const { events } = next.value;
        // A record that was written over since: what it held before fell out of the history, what it holds now is told live.
        if ((events[events.length - 1]?.seq ?? 0) > sent) {
          dropped.tasks++;
          dropped.events += 3;
        } else this.#tellTask(attached, next.value);
        next = tasks.next();
        return true;
      }),
    );
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
    const ledger = has(told, 'ledgerId');
    const how = ledger && told.task ? this.#mannerOf(told.task.runtimeId, manner) : manner;
    let wanted = ledger || told.type !== 'task:done' ? undefined : digest;
    if (source.kind === 'runtime' && has(told, 'error')) wanted ??= source.digest?.(told.error);
    const now = how.redact || wanted || (ledger ? told.digest : carriesValue(told));
    const id = ledger ? told.task?.id : has(told, 'id') ? told.id : undefined;
    this.outbox.push(stream, seq, now ? eventJson(told, how, wanted) : told, id, weightOf(told));
  }

  /** A ledger's events are redacted as the runtime of their task says. */
  #mannerOf(runtimeId: string, otherwise: Manner): Manner {
    for (let one = this.#attached; one; one = one.next) {
      if (one.source.kind === 'runtime' && one.source.id === runtimeId) return one.manner;
    }
    return otherwise;
  }

  /** Told when all that is drawn before it has been. */
  #end({ source, stream, dropped }: Attached): void {
    const seq = stream.sent;
    this.outbox.later(() => {
      this.#put(stream, { type: 'snapshot:end', seq, library: source.library, dropped });
      return false;
    });
  }

  #put(stream: Stream, fields: object): void {
    this.outbox.push(stream, 0, `{${fieldsJson({ stream: stream.kind, id: stream.id, ...fields })}}`);
  }
}

function weightOf(told: Told): Weight {
  if (has(told, 'ledgerId')) return DETAIL;
  if (told.type === 'task:done') return END;
  return has(told, 'id') && told.type !== 'task:registered' ? DETAIL : ROW;
}

/** Whatever goes wrong in here must not reach the app. */
function guarded<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    // A source of another party, or a value of the page, that breaks its promises: it is left out.
    return undefined;
  }
}
