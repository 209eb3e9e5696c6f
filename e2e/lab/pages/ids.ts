import { createRuntime, TaskError } from 'tasklens';

declare global {
  interface Window {
    /** Runs a task of each id to its end; those in `failing` fail. */
    runIds(ids: readonly string[], failing?: readonly string[]): Promise<void>;
  }
}

const runtime = createRuntime({ name: 'ids' });
window.runIds = async (ids, failing = []) => {
  for (const id of ids) {
    const body = (): string => {
      if (failing.includes(id)) throw new TaskError('refused');
      return id;
    };
    runtime.enqueue(body, { id, name: `task ${id}` });
  }
  await runtime.onIdle();
};
