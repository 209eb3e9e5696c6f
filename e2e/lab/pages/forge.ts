import { FORGED, HANDOVER, PULLED } from './forgeries.ts';

/** How many messages `forgeMessages` posts: each as it is, as JSON, and with a port. */
export const POSTED = FORGED.length * 3;

/** Posts every forgery to a window, in each of the forms that a tool might take for its own. */
export function forgeMessages(target: Window): void {
  for (const message of FORGED) {
    target.postMessage(message, '*');
    target.postMessage(JSON.stringify(message), '*');
    target.postMessage(message, '*', [new MessageChannel().port2]);
  }
}

/** Events of our own names on everything in the page that a tool might listen on. Returns what somebody took. */
export function forgeEvents(): string[] {
  const taken: string[] = [];
  const types = [HANDOVER.offer, HANDOVER.ask, HANDOVER.answer, ...HANDOVER.verbs, 'message', 'connect'];
  const data = [undefined, null, 1, 1_000_001, PULLED, ...FORGED];

  // Whoever is still waiting for our own half would say so now, and a page could take its port.
  const overhear = ({ ports }: MessageEvent): void => {
    if (ports.length > 0) taken.push('a port was offered to the page');
  };
  const listen = overhear as EventListener;
  addEventListener(HANDOVER.offer, listen, true);
  for (const target of [window, document]) target.dispatchEvent(new Event(HANDOVER.ask));
  removeEventListener(HANDOVER.offer, listen, true);

  for (const target of [window, document, document.documentElement]) {
    for (const type of types) {
      for (const each of data) {
        const { port1, port2 } = new MessageChannel();
        for (const name of [HANDOVER.answer, ...HANDOVER.verbs, 'message']) {
          for (const port of [port1, port2])
            port.addEventListener(name, () => taken.push(`${type}: ${name} on its port`));
        }
        port1.start();
        const events = [
          new MessageEvent(type, { data: each, cancelable: true }),
          new MessageEvent(type, { data: each, ports: [port2], cancelable: true }),
          new CustomEvent(type, { detail: each, cancelable: true }),
        ];
        for (const event of events) if (!target.dispatchEvent(event)) taken.push(`${type} was taken`);
      }
    }
  }
  return taken;
}
