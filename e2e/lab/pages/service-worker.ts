import { connectWorker } from 'tasklens/bridge';
import script from '../workers/service.ts?worker&url';

const registration = await navigator.serviceWorker.register(script, { type: 'module' });
const worker = registration.installing ?? registration.waiting ?? registration.active;
if (!worker) throw new Error('the browser registered no worker');
await new Promise<void>((active) => {
  const check = (): void => {
    if (worker.state === 'activated') active();
  };
  worker.addEventListener('statechange', check);
  check();
});
connectWorker(worker);
window.runInWorker = (name) => worker.postMessage(name);
