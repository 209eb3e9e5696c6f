/**
 * Gives way to the event loop once. A message channel, because it needs no timer: browsers hold nested timers back for 4 ms, and a
 * faked page clock would hold one for ever.
 */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
