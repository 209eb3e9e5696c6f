import type { TaskLog } from './task-log.ts';

/** Waits until `done`, asked again after each change of the log, or until so many real ms have passed; says which. */
export function waitUntil(log: TaskLog, done: () => boolean, timeout: number): Promise<boolean> {
  if (done()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (result: boolean): void => {
      stop();
      clearTimeout(timer);
      clearInterval(look);
      resolve(result);
    };
    const ask = (): void => {
      if (done()) end(true);
    };
    const stop = log.onChange(ask);
    // A page that was closed and a frame that was removed tell nothing: they are looked for.
    const look = setInterval(ask, 100);
    const timer = setTimeout(() => end(done()), timeout === 0 ? 2 ** 31 - 1 : timeout);
  });
}
