import { createRuntime, type TaskFn } from 'tasklens';
import { traced } from 'tasklens/bridge';

declare global {
  interface Window {
    /** A task that runs until it is aborted; in the runtime that takes no commands with `true`. */
    hold(name: string, readOnly?: boolean): void;
    /** A task that sends once, and again up to three times when that fails. */
    send(name: string): void;
    /** How often a body was called, by its task's name. */
    calls: Record<string, number>;
    /** How the promise of each task that was enqueued here has settled. */
    settled: Record<string, string>;
    unhandled: number;
  }
}

window.calls = {};
window.settled = {};
window.unhandled = 0;
addEventListener('unhandledrejection', () => {
  window.unhandled += 1;
});

const uploads = createRuntime({ name: 'uploads', concurrency: 1 });
const payments = createRuntime({ name: 'payments', devtools: { commands: false } });

function add(fn: TaskFn<string>, name: string, runtime = uploads): void {
  runtime.enqueue(fn, { name }).promise.then(
    (value) => {
      window.settled[name] = value;
    },
    (error: unknown) => {
      window.settled[name] = String(error);
    },
  );
}

const counted =
  (name: string, fn: TaskFn<string>): TaskFn<string> =>
  (ctx) => {
    window.calls[name] = (window.calls[name] ?? 0) + 1;
    return fn(ctx);
  };

window.hold = (name, readOnly = false) => {
  const fn = counted(
    name,
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  add(fn, name, readOnly ? payments : uploads);
};
window.send = (name) => {
  add(
    traced.retry(
      counted(name, async () => 'sent'),
      { retries: 3 },
    ),
    name,
  );
};
