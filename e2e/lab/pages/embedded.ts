import { createRuntime, TaskError } from 'tasklens';
import { traced } from 'tasklens/bridge';
import { mountPanel } from 'tasklens/panel';

// A page with the panel in it, under a policy that allows no inline script, no inline style and no foreign origin.

let violations = 0;
document.addEventListener('securitypolicyviolation', (event) => {
  violations += 1;
  const output = document.querySelector('#violations');
  if (output) output.textContent = `${violations} ${event.violatedDirective} ${event.sourceFile}`;
});

const runtime = createRuntime({ name: 'uploads', concurrency: 2, devtools: true });
let count = 0;

document.querySelector('button')?.addEventListener('click', () => {
  let calls = 0;
  count += 1;
  const upload = (): string => {
    calls += 1;
    if (calls === 1) throw new TaskError('busy', { type: 'http', retryable: true });
    return 'stored';
  };
  runtime.enqueue(traced.retry(upload, { retries: 2, delay: 30 }), { name: `upload ${count}` });
});

const query = new URLSearchParams(location.search);
const language = query.get('language') === 'zh-CN' ? 'zh-CN' : 'en';
const panel = mountPanel(document.querySelector('#panel'), { language, theme: 'light' });
if (query.has('twice')) mountPanel(document.querySelector('#second'), { storage: null });

Object.assign(globalThis, { panel });
