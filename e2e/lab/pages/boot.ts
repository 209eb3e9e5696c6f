import { createRuntime } from 'tasklens';
import { keepTaskLog } from '../task-log.ts';

// A queue of the page's start: `?tasks=3` so many tasks are over before anybody can look.
declare global {
  interface Window {
    /** One more task, which ends at once. */
    oneMore(): Promise<void>;
  }
}

const runtime = createRuntime({ name: 'boot' });
// Nobody listens while a thousand tasks run: the page's log would be a second history.
const tasks = Number(new URLSearchParams(location.search).get('tasks') ?? 3);
if (tasks < 100) keepTaskLog(runtime);

for (let number = 1; number <= tasks; number += 1) runtime.enqueue(() => number, { name: `boot ${number}` });
window.oneMore = async () => {
  await runtime.enqueue(() => 'done', { name: 'one more' }).promise;
};

void runtime.onIdle().then(() => {
  const output = document.getElementById('done');
  if (output) output.textContent = String(tasks);
});
