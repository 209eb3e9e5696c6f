import './frame.ts';
import { EVENTS, HANDOVER } from './forgeries.ts';

declare global {
  interface Window {
    /** Takes the port of a frame of this origin before our script is there, and speaks over it. Resolves once it was asked. */
    race(): Promise<void>;
  }
}

window.race = () =>
  new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.name = 'raced';
    frame.src = '/pages/frame.html';
    document.body.append(frame);
    // The window of the first, empty document stays when a page of the same origin comes: so does what listens on it.
    frame.contentWindow?.addEventListener(HANDOVER.offer, (event) => {
      if (!('ports' in event) || !Array.isArray(event.ports)) return;
      const [port] = event.ports;
      if (!port) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      speak(port as MessagePort, resolve);
    });
  });

/** As our script would, with lies: of the top page's runtime, of what it was not asked, of another session. */
function speak(port: MessagePort, asked: () => void): void {
  const json = EVENTS.map((event) => JSON.stringify(event)).join(',');
  let pulls = 0;
  const answer = (data: unknown): void => {
    port.dispatchEvent(new MessageEvent(HANDOVER.answer, { data }));
  };
  port.addEventListener('attach', () => port.postMessage(['ready', 1]));
  port.addEventListener('pull', () => {
    answer([1, json, 2, 0, 0, false]);
    answer([2, json, 2, 0, 0, false]);
    answer('x');
    pulls++;
    if (pulls === 1) asked();
    else if (pulls < 5) port.postMessage(['ready', 1]);
  });
  port.postMessage(['source', 1]);
  port.postMessage(['source', 'x']);
  port.postMessage({ type: 'hello' });
}
