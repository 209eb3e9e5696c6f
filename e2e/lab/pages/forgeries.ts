import type { Verb } from '../../../bridge/handover.ts';
import { ANSWER, ASK, OFFER } from '../../../bridge/handover.ts';

// Perfect copies of what our own parts say to each other, for a page to forge. The names are read from the source as the lab is built;
// e2e/forgeries.test.ts holds the messages against the readers that would take them.

/** The events by which the page's script and the relay meet and talk. */
export const HANDOVER = {
  offer: OFFER,
  ask: ASK,
  answer: ANSWER,
  verbs: ['attach', 'pull', 'expand', 'detach'] satisfies readonly Verb[],
} as const;

const SESSION = 'f'.repeat(32);
const TASK = { runtimeId: 'listening', id: '1' };
/** What the forged error would do if a panel made markup or code of it. */
const MESSAGE = '<img src=x onerror=alert(1)>alert(1)';

export const EVENTS = [
  { type: 'task:registered', runtimeId: 'listening', seq: 90, at: 1, id: 'forged', name: 'forged', priority: 0 },
  {
    type: 'task:done',
    ...TASK,
    seq: 91,
    at: 3,
    state: 'error',
    retryable: true,
    error: { name: 'TaskError', message: MESSAGE, class: 'TaskError', retryable: true },
    registeredAt: 1,
    startedAt: 2,
    endedAt: 3,
  },
] as const;

/** Page to viewer (bridge/protocol.ts, Upstream). */
export const UPSTREAM = [
  { type: 'hello', protocol: 1, session: SESSION, hub: 1, url: 'http://lab/', since: 1, resumed: false },
  {
    type: 'batch',
    session: SESSION,
    batch: 1,
    counters: { emitted: 2, delivered: 2, dropped: 0, pending: 0, lost: 0 },
    events: EVENTS,
  },
  { type: 'pong', session: SESSION, batch: 9 },
  { type: 'expanded', session: SESSION, request: 1, preview: MESSAGE },
] as const;

/** Viewer to page (bridge/protocol.ts, Downstream). */
export const DOWNSTREAM = [
  { type: 'attach', protocol: 1 },
  { type: 'attach', protocol: 1, resume: { session: SESSION, batch: 1 } },
  { type: 'ack', batch: 1 },
  { type: 'again', from: 1, to: 1 },
  { type: 'ping' },
  { type: 'expand', request: 1, ref: 1 },
  { type: 'leave' },
] as const;

/** Page's script to relay, over the port (bridge/handover.ts, PageSays and Pulled). */
export const PAGE_SAYS = [
  ['source', 1],
  ['ready', 1],
] as const;
export const PULLED = [1, EVENTS.map((event) => JSON.stringify(event)).join(','), 2, 0, 0] as const;

/** Relay and viewer, over the extension's own messages (extension/port/here.ts). */
export const WHO = { tasklens: 'who' } as const;
export const HERE = { tasklens: 'here', url: 'http://lab/', since: 1, hasRuntime: true, acknowledged: true } as const;

/** What others post, or what is cut short: a marker of ours without anything behind it. */
const NONSENSE = [null, undefined, 'hello', 7, true, {}, [], 'tasklens', { tasklens: 'here' }, { type: 'batch' }];

export const FORGED: readonly unknown[] = [
  ...NONSENSE,
  ...UPSTREAM,
  ...DOWNSTREAM,
  ...EVENTS,
  ...PAGE_SAYS,
  PULLED,
  WHO,
  HERE,
];
