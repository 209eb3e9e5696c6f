import { createRuntime } from 'tasklens';

declare global {
  interface Window {
    /** Tasks that return that many megabytes: as one text, as a list of texts, as bytes. */
    returnLarge(megabytes: number): Promise<void>;
  }
}

const runtime = createRuntime({ name: 'values', devtools: { capture: 'all' } });

window.returnLarge = async (megabytes) => {
  const size = megabytes * 1024 * 1024;
  runtime.enqueue(() => 'x'.repeat(size), { name: 'one text' });
  runtime.enqueue(() => Array.from({ length: size / 1024 }, (_, n) => `${n} ${'y'.repeat(1000)}`), { name: 'a list' });
  runtime.enqueue(() => new Uint8Array(size), { name: 'bytes' });
  runtime.enqueue(
    () => {
      throw new Error('z'.repeat(size));
    },
    { name: 'an error text' },
  );
  await runtime.onIdle();
};
