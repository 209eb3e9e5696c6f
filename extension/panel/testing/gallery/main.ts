import { mountPanel } from '../../mount.tsx';
import type { SourceStatus } from '../../source.ts';
import { manyTasks, mixedTasks } from '../scenes.ts';
import { createTestSource } from '../test-source.ts';

// The panel over made-up data, for eyes and screenshots: ?tasks=0|3|mixed|10000&state=…&theme=light|dark&live=1

const query = new URLSearchParams(location.search);

const STATES: Readonly<Record<SourceStatus['state'], SourceStatus>> = {
  connecting: { state: 'connecting' },
  'no-runtime': { state: 'no-runtime' },
  live: { state: 'live' },
  reconnecting: { state: 'reconnecting' },
  'not-here': { state: 'not-here', url: query.get('url') ?? undefined },
  'could-not-connect': { state: 'could-not-connect' },
  'version-mismatch': { state: 'version-mismatch', theirs: 2, ours: 1 },
};

function isState(name: string | null): name is SourceStatus['state'] {
  return name !== null && name in STATES;
}

const state = query.get('state');
const wanted = query.get('tasks') ?? 'mixed';
const now = Date.now();
const count = Number(wanted);
const tasks =
  Number.isInteger(count) && count > 20
    ? manyTasks(count, now)
    : mixedTasks(now).slice(0, wanted === 'mixed' ? 99 : count);
const source = createTestSource(tasks, STATES[isState(state) ? state : 'live']);

const element = document.getElementById('panel');
if (element === null) throw new Error('no #panel');
const theme = query.get('theme');
mountPanel(element, {
  source,
  version: '0.1.0',
  ownsPage: true,
  theme: { current: theme === 'light' || theme === 'dark' ? theme : undefined, subscribe: () => () => {} },
});

// For a script that plays the page: `tasklensSource.put(...)`.
Object.assign(globalThis, { tasklensSource: source, tasklensScenes: { manyTasks, mixedTasks } });
