import type { Random } from './random.ts';

/** Makes what the platform draws at random come from a seed, and takes no frames of this machine into stacks, while `run` runs. */
export async function seeded<T>(random: Random, run: () => Promise<T>): Promise<T> {
  const { stackTraceLimit } = Error;
  const getRandomValues = <A extends ArrayBufferView | null>(array: A): A => {
    if (array) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i++) bytes[i] = random.whole(0, 255);
    }
    return array;
  };
  Object.defineProperty(crypto, 'getRandomValues', { value: getRandomValues, configurable: true });
  Error.stackTraceLimit = 0;
  try {
    return await run();
  } finally {
    Reflect.deleteProperty(crypto, 'getRandomValues');
    Error.stackTraceLimit = stackTraceLimit;
  }
}
