import type { WirePort } from '../worker/protocol.ts';

/** One end of a fake channel: what is posted arrives when the test says so, in order, and as a copy. */
export class FakePort implements WirePort {
  onmessage: WirePort['onmessage'] = null;
  #peer: FakePort | undefined;
  #closed = false;
  readonly #waiting: unknown[] = [];
  readonly #onClose: (() => void)[] = [];
  posted = 0;

  static pair(): readonly [FakePort, FakePort] {
    const [a, b] = [new FakePort(), new FakePort()];
    a.#peer = b;
    b.#peer = a;
    return [a, b];
  }

  readonly postMessage = (message: unknown): void => {
    this.posted++;
    const peer = this.#peer;
    if (peer && !this.#closed) peer.#waiting.push(structuredClone(message));
  };

  readonly addEventListener = (_type: 'close', listener: () => void): void => void this.#onClose.push(listener);

  /** What was posted before still arrives. */
  readonly close = (): void => {
    this.#closed = true;
  };

  /** Its page is gone, or its worker, without a word: the other end is told, where browsers do so. */
  crash(): void {
    this.close();
    this.onmessage = null;
    const peer = this.#peer;
    if (peer) for (const listener of peer.#onClose) listener();
  }

  /** Hands over the next message that waits here; false for none. */
  deliver(): boolean {
    if (this.#waiting.length === 0) return false;
    const data = this.#waiting.shift();
    this.onmessage?.(new MessageEvent('message', { data }));
    return true;
  }
}
