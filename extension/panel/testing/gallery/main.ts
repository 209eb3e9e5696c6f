import './still.css';
import { mountPanel } from '../../mount.tsx';
import type { SourceStatus } from '../../source.ts';
import { systemTiming, type Timing } from '../../store/timing.ts';
import type { LazyView } from '../../views/registry.ts';
import { queueTasks } from '../queue-scene.ts';
import { manyTasks, mixedTasks } from '../scenes.ts';
import { T0 } from '../tasks.ts';
import { createTestSource } from '../test-source.ts';

// The panel over made-up data: ?tasks=0|3|mixed|10000|queue-10000&state=…&theme=light|dark&language=en|zh-CN&still=1 (a standing clock
// and a font of its own, for pictures that are compared); &load=loading|failed|broken has a view beside Tasks in that
// state, &view=slots|accounting|… shows one.

const query = new URLSearchParams(location.search);

const STATES: Readonly<Record<SourceStatus['state'], SourceStatus>> = {
  connecting: { state: 'connecting' },
  'no-runtime': { state: 'no-runtime' },
  live: { state: 'live' },
  paused: { state: 'paused' },
  reconnecting: { state: 'reconnecting' },
  'not-here': { state: 'not-here', url: query.get('url') ?? undefined },
  'could-not-connect': { state: 'could-not-connect' },
  recording: { state: 'recording', name: 'ci.jsonl', events: 72, ignored: 0, incomplete: true },
  'version-mismatch': { state: 'version-mismatch', theirs: 2, ours: 1 },
};

function isState(name: string | null): name is SourceStatus['state'] {
  return name !== null && name in STATES;
}

const still = query.has('still');
const now = still ? T0 + 60_000 : Date.now();
const timing: Timing = still ? { ...systemTiming, now: () => now, after: () => () => {} } : systemTiming;

const wanted = query.get('tasks') ?? 'mixed';
const count = Number(wanted);
const mixed = mixedTasks(now).slice(0, wanted === 'mixed' ? undefined : count);
const queued = /^queue-(\d+)$/.exec(wanted)?.[1];
const made = count > mixed.length ? manyTasks(count, now) : mixed;
const tasks = queued === undefined ? made : queueTasks(Number(queued), now);
const state = query.get('state');
const source = createTestSource(tasks, STATES[isState(state) ? state : 'live']);

/** A view as it is before it is there, or when it never will be. */
const LOADS: Readonly<Record<string, LazyView['load']>> = {
  loading: () => new Promise(() => {}),
  failed: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: slots.js')),
  broken: () =>
    Promise.resolve(() => {
      throw new RangeError('no slot has this number');
    }),
};
const load = LOADS[query.get('load') ?? ''];
const language = query.get('language');
const view = query.get('view');
if (view !== null) localStorage.setItem('tasklens.panel.view', JSON.stringify(view));

const element = document.getElementById('panel');
if (element === null) throw new Error('no #panel');
if (still) document.body.classList.add('still');
const theme = query.get('theme');
await document.fonts.load('12px "Tasklens Still"');
if (language === 'zh-CN') await document.fonts.load('12px "Tasklens Still Han"', '任务');
mountPanel(element, {
  source,
  timing,
  version: '0.1.0',
  ownsPage: true,
  ...(language === null ? {} : { languages: [language] }),
  ...(load === undefined ? {} : { lazyViews: [{ id: 'slots', load }] }),
  theme: { current: theme === 'light' || theme === 'dark' ? theme : undefined, subscribe: () => () => {} },
});

// For a script that plays the page.
let added = 0;
Object.assign(globalThis, {
  gallery: {
    /** So many new tasks, as one message brings them. */
    add(more: number): void {
      const fresh = manyTasks(more, now).map((task) => ({ ...task, key: `added ${added++}`, name: `added ${added}` }));
      source.put(...fresh);
    },
    evict: source.evict,
    clear: source.clear,
  },
});
