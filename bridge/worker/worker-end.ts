import { type Hub, hub } from '../../runtime/hub.ts';
import { readPageSays, type WirePort, type WorkerSays } from './protocol.ts';
import { Reading } from './reading.ts';

/** One page that is connected, and its viewers, each with what it is being told while this page relays. */
class Line {
  readonly port: WirePort;
  readonly viewers = new Map<number, Reading | undefined>();

  constructor(port: WirePort) {
    this.port = port;
  }

  stop(): void {
    for (const [viewer, reading] of this.viewers) {
      reading?.stop();
      this.viewers.set(viewer, undefined);
    }
  }
}

/**
 * A worker's end of its lines to pages. A shared worker, and a service worker, has several: what happens in it is told to the
 * viewers of one page at a time, the first that has any, and when that one has none any more, or goes, to those of the next. So
 * no two pages ever tell the same. Without a viewer anywhere it does nothing.
 */
export class WorkerEnd {
  readonly #place: string;
  readonly #hub: Pick<Hub, 'watch'>;
  /** In the order in which they came. */
  readonly #lines = new Set<Line>();
  #relaying: Line | undefined;

  constructor(place: string, meeting: Pick<Hub, 'watch'> = hub()) {
    this.#place = place;
    this.#hub = meeting;
  }

  /** A page has handed over its port. */
  add(port: WirePort): void {
    const line = new Line(port);
    this.#lines.add(line);
    port.onmessage = ({ data }) => this.#take(line, data);
    // A page that crashed says nothing; browsers that know of it fire this.
    port.addEventListener('close', () => this.#remove(line));
  }

  #take(line: Line, data: unknown): void {
    const said = readPageSays(data);
    if (!said) return;
    const [verb, viewer = 0] = said;
    if (verb === 'more') line.viewers.get(viewer)?.more();
    else if (verb === 'attach') {
      line.viewers.get(viewer)?.stop();
      line.viewers.set(viewer, undefined);
      this.#settle();
    } else {
      const leaving = verb === 'bye' ? [...line.viewers.keys()] : [viewer];
      for (const each of leaving) {
        line.viewers.get(each)?.stop();
        line.viewers.delete(each);
      }
      this.#settle();
    }
  }

  #remove(line: Line): void {
    line.stop();
    line.viewers.clear();
    line.port.onmessage = null;
    this.#lines.delete(line);
    this.#settle();
  }

  /** Whoever relays goes on while it has a viewer; else the first that has one takes over. */
  #settle(): void {
    if (!this.#relaying?.viewers.size) this.#relaying = [...this.#lines].find((line) => line.viewers.size > 0);
    const line = this.#relaying;
    for (const [viewer, reading] of line?.viewers ?? []) {
      if (reading) continue;
      const post = (events: readonly string[]): void => line?.port.postMessage([viewer, events] satisfies WorkerSays);
      line?.viewers.set(viewer, new Reading(this.#hub, this.#place, post));
    }
  }
}
