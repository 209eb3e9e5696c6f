import { createRuntime, TaskError } from 'tasklens';
import { traced } from 'tasklens/bridge';

// The server sends this page a policy that allows its own script files and nothing else, with Trusted Types required.
let violations = 0;
document.addEventListener('securitypolicyviolation', (event) => {
  violations += 1;
  const output = document.getElementById('violations');
  if (output) output.textContent = `${violations}: ${event.violatedDirective} ${event.sourceFile} ${event.sample}`;
});

const runtime = createRuntime({ name: 'strict' });
document.getElementById('run')?.addEventListener('click', () => {
  let calls = 0;
  const body = (): string => {
    calls += 1;
    if (calls === 1) throw new TaskError('not yet', { type: 'network', retryable: true });
    return 'done';
  };
  runtime.enqueue(traced.retry(body, { retries: 1, delay: 50 }), { name: 'work under a strict policy' });
});
