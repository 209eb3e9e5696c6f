import type { Hub, HubSource, RuntimeEvent } from '../../runtime/hub.ts';
import { Viewer } from '../page/viewer.ts';
import { BATCH_LENGTH } from '../protocol.ts';

/** `batch` 1: each taking brings one event, since a page must count them. */
const LIMITS = { events: 50_000, text: 16 * BATCH_LENGTH, batch: 1 };

/** UTF-16 units of one message to the page: less than a page's task should have to take. */
const MESSAGE = 50_000;

/** ms of the worker that one message may take to be written. */
const TIME = 10;

/** By which a viewer asks for more of a value. Nobody could ask here. (In a text of the app its quotes would be escaped.) */
const REFERENCE = /,"ref":\d+/g;

/**
 * What one viewer in a page is told of this worker: the past, and then what is, one message under way at a time. What comes
 * meanwhile waits here; where that becomes too much, all is told anew.
 */
export class Reading {
  readonly #watch: Hub['watch'];
  readonly #post: (events: readonly string[]) => void;
  #viewer: Viewer;
  #underWay = false;
  #woken = false;
  #stopped = false;

  /** `place`: what tells the runtimes of this worker from those of its page. */
  constructor(hub: Pick<Hub, 'watch'>, place: string, post: (events: readonly string[]) => void) {
    this.#watch = labelled(hub, place);
    this.#post = post;
    this.#viewer = this.#attach();
  }

  /** The page has taken the last message. */
  more(): void {
    this.#underWay = false;
    const { outbox } = this.#viewer;
    if (outbox.pending === 0 && outbox.full) {
      this.#viewer.stop();
      this.#viewer = this.#attach();
    }
    this.#wake();
  }

  stop(): void {
    this.#stopped = true;
    this.#viewer.stop();
  }

  #attach(): Viewer {
    return new Viewer(this.#watch, LIMITS, () => this.#wake());
  }

  /** What is emitted in one turn goes as one message. */
  #wake(): void {
    if (this.#woken || this.#underWay) return;
    this.#woken = true;
    queueMicrotask(() => {
      this.#woken = false;
      if (!this.#stopped) this.#send();
    });
  }

  #send(): void {
    const { outbox } = this.#viewer;
    const until = performance.now() + TIME;
    const events: string[] = [];
    for (let length = 0; length < MESSAGE && (length === 0 || performance.now() < until); ) {
      const event = outbox.take().replace(REFERENCE, '');
      if (event === '') break;
      events.push(event);
      length += event.length;
    }
    if (events.length === 0) return;
    this.#underWay = true;
    this.#post(events);
  }
}

/** The same sources, each runtime with its place in what it says of itself. */
function labelled(hub: Pick<Hub, 'watch'>, place: string): Hub['watch'] {
  return (onSource, onGone) => {
    const shown = new Map<HubSource, HubSource>();
    return hub.watch(
      (source) => {
        const labelledSource = withPlace(source, place);
        shown.set(source, labelledSource);
        onSource(labelledSource);
      },
      (source) => {
        const gone = shown.get(source);
        shown.delete(source);
        if (gone) onGone?.(gone);
      },
    );
  };
}

function withPlace(source: HubSource, place: string): HubSource {
  if (source.kind !== 'runtime') return source;
  const { kind, id, library, digest, redact } = source;
  return {
    kind,
    id,
    library,
    redact,
    ...(digest && { digest }),
    attach(listener) {
      const attachment = source.attach(listener);
      return { ...attachment, runtime: attachment.runtime.map((event) => placed(event, place)) };
    },
  };
}

const placed = (event: RuntimeEvent, worker: string): RuntimeEvent =>
  event.type === 'runtime:created' ? Object.assign({}, event, { worker }) : event;
