import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { connectWorker } from 'tasklens/bridge';
import { grouped, plural } from '../draw/units.ts';
import { Amount, Choice, Controls } from '../shell/controls.tsx';
import { FigurePage, mountPage } from '../shell/page.tsx';
import { Part, StateWord } from '../shell/parts.tsx';
import { createSettings, flag, oneOf, whole } from '../shell/settings.ts';
import type { Command, Send, Snapshot } from '../uploads/engine.ts';
import { createEngine, NOTHING } from '../uploads/engine.ts';
import { SCENARIOS } from '../uploads/scenarios.ts';
import './app.css';

const PLACES = { page: 'in this page', worker: 'in a worker', frame: 'in a frame of another origin' } as const;
type Place = keyof typeof PLACES;

const settings = createSettings({
  where: oneOf(['page', 'worker', 'frame'], 'page'),
  concurrency: whole(NOTHING.concurrency, 1, 50),
  framed: flag(false),
});

const seen = signal<Snapshot>(NOTHING);
const mistake = signal('');
const show = (snapshot: Snapshot): void => {
  seen.value = snapshot;
};

/** The queue, wherever it runs. In a frame it is the frame's own. */
function createQueue(where: Place): Send {
  if (where === 'page') return createEngine(location.origin, show);
  if (where === 'worker') {
    const worker = new Worker(new URL('../uploads/worker.ts', import.meta.url), { type: 'module' });
    connectWorker(worker);
    worker.addEventListener('message', ({ data }: MessageEvent<Snapshot>) => show(data));
    return (command) => worker.postMessage(command);
  }
  return () => {};
}

// A queue of another place would be a second queue beside the first: the page is loaded anew.
const { where, framed, concurrency } = settings.values.peek();
const queue = createQueue(where);
const send = (command: Command): void => {
  mistake.value = '';
  queue(command);
};
if (concurrency !== NOTHING.concurrency) send({ do: 'concurrency', value: concurrency });

const addMixed = (count: number): void => {
  const scenarios = Array.from({ length: count }, (_, at) => SCENARIOS[at % SCENARIOS.length]?.id ?? 'upload');
  send({ do: 'add', scenarios });
};

/** The same server under its other name is another origin. */
function otherOrigin(): string {
  const url = new URL(location.href);
  url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  url.search = '?framed=1';
  return url.href;
}

function Queue({ snapshot }: { readonly snapshot: Snapshot }): VNode {
  const { paused, counts, rows, older } = snapshot;
  const summary = Object.entries(counts).map(([state, count]) => `${grouped(count)} ${state}`);
  return (
    <Part title="Queue">
      <div class="queue__bar">
        <p class="queue__summary" role="status">
          {summary.length > 0 ? summary.join(', ') : 'Nothing queued yet.'}
        </p>
        <button type="button" class="button" onClick={() => send({ do: paused ? 'resume' : 'pause' })}>
          {paused ? 'Resume' : 'Pause'}
        </button>
        <button type="button" class="button" onClick={() => send({ do: 'cancel-all' })}>
          Cancel all
        </button>
      </div>
      {older > 0 && <p class="figure__aside">{plural(older, 'older one')}, not listed here.</p>}
      <ol class="queue" aria-label="Queue">
        {rows.map(({ id, name, state, attempts, error }) => (
          <li class="queue__row" key={id}>
            <StateWord state={state} />
            <span class="queue__text">{name}</span>
            <span class="queue__text quiet">
              {[attempts > 0 ? plural(attempts, 'attempt') : '', error].filter((part) => part !== '').join(' · ')}
            </span>
            <button
              type="button"
              class="button"
              aria-label={`Cancel ${name}`}
              disabled={state !== 'pending' && state !== 'running'}
              onClick={() => send({ do: 'cancel', id })}
            >
              Cancel
            </button>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Buttons(): VNode {
  return (
    <Part title="Upload">
      <div class="queue__buttons">
        {SCENARIOS.map(({ id, label }) => (
          <button type="button" class="button" key={id} onClick={() => send({ do: 'add', scenarios: [id] })}>
            {label}
          </button>
        ))}
      </div>
      <div class="queue__buttons">
        {[20, 100, 1000].map((count) => (
          <button type="button" class="button" key={count} onClick={() => addMixed(count)}>
            add {grouped(count)}
          </button>
        ))}
      </div>
    </Part>
  );
}

const noServer = signal(false);

/** The built lab can lie on any web host, where nobody answers uploads. */
async function lookForServer(): Promise<void> {
  const answer = await fetch(new URL('/ok', location.origin), { method: 'POST' }).catch(() => undefined);
  noServer.value = answer?.ok !== true;
}

function App(): VNode {
  const { where: place, concurrency: wanted } = settings.values.value;
  useEffect(() => {
    lookForServer().catch(reportError);
  }, []);
  const again = (next: Place): void => {
    location.search = settings.href({ where: next, concurrency: wanted });
  };
  const queueOf = (
    <>
      {mistake.value !== '' && (
        <p class="refusal" role="alert">
          {mistake}
        </p>
      )}
      <Buttons />
      <Queue snapshot={seen.value} />
    </>
  );
  return (
    <FigurePage
      id="app"
      bare={framed}
      dock={place !== 'frame'}
      notice={
        framed
          ? `This frame is of ${location.origin}.`
          : 'An upload queue with real requests to a server that fails on purpose: what the panel shows of it is what happened on the line.'
      }
    >
      {noServer.value && (
        <p class="refusal" role="alert">
          Nobody answers uploads here: <code>npm start</code> brings the server that does. The other figures need none.
        </p>
      )}
      <Controls>
        {!framed && <Choice label="The queue runs" value={place} options={PLACES} onChange={again} />}
        {place !== 'frame' && (
          <Amount
            label="Concurrency"
            value={wanted}
            min={1}
            max={50}
            onChange={(value) => {
              settings.set({ concurrency: value });
              send({ do: 'concurrency', value });
            }}
          />
        )}
      </Controls>
      {place === 'frame' ? (
        <iframe class="queue__frame" title="The queue in a frame of another origin" src={otherOrigin()} />
      ) : (
        queueOf
      )}
    </FigurePage>
  );
}

mountPage(<App />);

// A link reproduces a run: `?run=upload` starts that scenario once; `?run=upload,failing` both, `?run=all` each.
const wanted = new URLSearchParams(location.search).get('run');
if (wanted !== null) {
  const ids = wanted === 'all' ? SCENARIOS.map(({ id }) => id) : wanted.split(',');
  const unknown = ids.filter((id) => !SCENARIOS.some((scenario) => scenario.id === id));
  send({ do: 'add', scenarios: ids.filter((id) => !unknown.includes(id)) });
  mistake.value = unknown.map((id) => `There is no scenario “${id}”.`).join(' ');
}
