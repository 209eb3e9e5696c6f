import type { Task } from 'tasklens';
import { createRuntime } from 'tasklens';
import { keepTaskLog } from './task-log.ts';
import { createQueueList } from './uploads/queue-list.ts';
import type { Scenario } from './uploads/scenarios.ts';
import { SCENARIOS } from './uploads/scenarios.ts';

/** The element with that id: the page is ours, so a missing one is a mistake to hear of at once. */
function byId<E extends HTMLElement>(id: string, type: new () => E): E {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} with the id ${id}`);
  return found;
}

const uploads = createRuntime({ name: 'uploads', concurrency: 3 });
const queue = createQueueList(byId('queue', HTMLOListElement), byId('summary', HTMLElement));
let photo = 411;
keepTaskLog(uploads);

uploads.events.on('*', (event) => {
  if (event.type === 'task:done' && event.error !== undefined) queue.failed(event.id, event.error);
  if (event.type === 'task:started' || event.type === 'task:done') queue.refresh();
});

function run(scenario: Scenario): Task<number> {
  photo += 1;
  const name = `${scenario.taskName} ${photo}`;
  const task = uploads.enqueue(
    scenario.body((id) => queue.countAttempt(id)),
    { name, meta: { scenario: scenario.id } },
  );
  queue.add(task);
  return task;
}

function addButton(label: string, onClick: () => void): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  button.addEventListener('click', onClick);
  byId('scenarios', HTMLDivElement).append(button);
}

for (const scenario of SCENARIOS) addButton(scenario.label, () => run(scenario));
addButton('add 20', () => {
  for (let index = 0; index < 20; index += 1) {
    const scenario = SCENARIOS[index % SCENARIOS.length];
    if (scenario) run(scenario);
  }
});

const pause = byId('pause', HTMLButtonElement);
pause.addEventListener('click', () => {
  if (uploads.state === 'running') uploads.pause();
  else uploads.resume();
  pause.textContent = uploads.state === 'paused' ? 'Resume' : 'Pause';
});
byId('cancel-all', HTMLButtonElement).addEventListener('click', () => queue.cancelAll());

// A link reproduces a run: `?run=upload` starts that scenario once; `?run=upload,failing` both, `?run=all` each.
const wanted = new URLSearchParams(location.search).get('run');
if (wanted !== null) {
  const ids = wanted === 'all' ? SCENARIOS.map((scenario) => scenario.id) : wanted.split(',');
  for (const id of ids) {
    const scenario = SCENARIOS.find((candidate) => candidate.id === id);
    if (scenario) run(scenario);
    else byId('summary', HTMLElement).textContent = `There is no scenario “${id}”.`;
  }
}
