import type { HubSource, LedgerEvent, PastTask, RuntimeEvent } from '../../runtime/hub.ts';
import type { Commands } from './commands.ts';
import { carriesValue, eventJson, fieldsJson, type Manner } from './encode.ts';
import { guarded } from './guarded.ts';
import { Outbox, type OutboxLimits, type Stream } from './outbox.ts';
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
type Digest = PastTask['digest'];

/** The hub's `watch`, guarded. */
export type Watch = (
  onSource: (source: HubSource) => void,
  onGone?: (source: HubSource) => void,
) => (() => void) | undefined;

/**
 * One viewer's hold on everything that has announced itself: attaches, tells what was, then what is, into the viewer's outbox. A
 * source that throws is left out; the page goes on.
 */
export class Viewer {
  readonly outbox: Outbox;
  /** Somebody knows that something waits. */
  told = false;
  readonly #commands: Commands | undefined;
  readonly #wake: () => void;
  readonly #stopWatching: (() => void) | undefined;
  /** A list, not an array, whose methods are the page's to change. */
  #attached: Attached | undefined;

  /** `wake` is called after something was put into the outbox. */
  constructor(watch: Watch, limits: OutboxLimits, wake: () => void, commands?: Commands) {
    this.outbox = new Outbox(limits);
    this.#commands = commands;
    this.#wake = wake;
    // The sources that are there come within the call. Ledgers go first: a runtime's tasks are told with what they hold of them.
    let runtimes: HubSource[] | undefined = [];
    let count = 0;
    this.#stopWatching = watch(
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

  stop(): void {
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
    const hold = this.#commands?.held.hold;
    const redact = source.kind === 'runtime' ? source.redact : undefined;
    const attachment = source.attach((told) => {
      guarded(() => {
        const rerun = typeof told === 'object' && has(told, 'retryable') && this.#commands?.rerunOf(told.id);
        this.#push(attached, rerun ? withRef(told, rerun) : told);
        this.#wake();
      });
    });
    const { seq, detach } = attachment;
    const ledger = has(attachment, 'untracked');
    const attached: Attached = {
      source,
      stream: { kind, id, sent: seq },
      manner: { redact, ...(hold ? { hold } : {}) },
      detach,
      past: ledger ? attachment.past : undefined,
      dropped: ledger ? { tasks: 0, events: 0 } : { ...attachment.dropped },
      next: this.#attached,
    };
    this.#attached = attached;
    this.#mark(attached, () => ({ type: 'snapshot:start' }));
    if (ledger) this.#tellPast(attached, attachment.untracked);
    else this.#tellPast(attached, attachment.runtime, attachment.tasks[Symbol.iterator]());
    return attached;
  }

  /** What was, event by event and task by task: tasks may be many, and are made and written when they are taken. */
  #tellPast(attached: Attached, first: readonly Told[], tasks?: Iterator<PastTask>): void {
    const { stream, dropped } = attached;
    const { sent } = stream;
    let parts: (() => string)[] = [];
    let count = 0;
    let at = 0;
    const add = (of: Attached, events: readonly Told[], digest?: Digest): void => {
      for (let i = 0; i < events.length; i++) {
        const told = events[i];
        if (told) parts[count++] = () => this.#json(of, told, digest);
      }
    };
    add(attached, first);
    // What the iterator looks at first are the tasks of this moment.
    let next = tasks?.next();
    this.outbox.later(() => {
      const part = parts[at++];
      if (part) return guarded(part) ?? '';
      if (!next || next.done) return undefined;
      parts = [];
      at = count = 0;
      const { events, digest, identity } = next.value;
      // A record that was written over since: what it held before fell out of the history, what it holds now is told live.
      if ((events[events.length - 1]?.seq ?? 0) > sent) {
        dropped.tasks++;
        dropped.events += 3;
      } else {
        add(attached, events, digest);
        for (let one = this.#attached; identity && one; one = one.next) if (one.past) add(one, one.past(identity));
      }
      next = tasks?.next();
      return '';
    });
  }

  /** What carries a value of the app, or is redacted by it, is written now, or was in a worker; the rest when it is taken. */
  #push(attached: Attached, told: Told | string): void {
    const written = typeof told === 'string';
    const now =
      !written && (this.#mannerOf(attached, told).redact || (has(told, 'ledgerId') ? told.digest : carriesValue(told)));
    this.outbox.push(attached.stream, written ? 0 : told.seq, now ? this.#json(attached, told) : told);
  }

  /** `digest`: of an error that the event does not hold any more. */
  #json(attached: Attached, told: Told, digest?: Digest): string {
    const { source } = attached;
    const of =
      source.kind === 'runtime' && has(told, 'error')
        ? source.digest?.(told.error)
        : !has(told, 'ledgerId') && told.type === 'task:done'
          ? digest
          : undefined;
    return eventJson(told, this.#mannerOf(attached, told), of);
  }

  /** A ledger's events are redacted as the runtime of their task says. */
  #mannerOf({ manner }: Attached, told: Told): Manner {
    for (let one = this.#attached; has(told, 'ledgerId') && one; one = one.next) {
      if (one.source.kind === 'runtime' && one.source.id === told.task?.runtimeId) return one.manner;
    }
    return manner;
  }

  /** Told when all that is drawn before it has been. */
  #end(attached: Attached): void {
    const { source, stream, dropped } = attached;
    const seq = stream.sent;
    // What is relayed from elsewhere, a worker, takes none.
    const commands = !!this.#commands && source.kind === 'runtime' && !!source.control;
    this.#mark(attached, () => ({ type: 'snapshot:end', seq, library: source.library, commands, dropped }));
  }

  #mark({ stream }: Attached, fields: () => object): void {
    let told = false;
    this.outbox.later(() => {
      if (told) return undefined;
      told = true;
      return `{${fieldsJson({ stream: stream.kind, id: stream.id, ...fields() })}}`;
    });
  }
}

/** A field that only the wire has. */
function withRef<T extends Told>(told: T, rerun: number): T & { readonly rerun: number } {
  return { ...told, rerun };
}
