import * as v from 'valibot';
import { isPreview } from './preview-check.ts';
import type { Preview } from './preview-types.ts';
import type {
  Batch,
  Commanded,
  Expanded,
  Hello,
  Pong,
  Upstream,
  WireError,
  WireEvent,
  WireLedgerEvent,
  WireRuntimeEvent,
} from './protocol.ts';
import { MAX_MESSAGE_LENGTH } from './protocol.ts';
import { REFUSALS } from './refusals.ts';

/** What a receiver makes of one message. `refused`: events, or the whole message, whose form was wrong. */
export interface Received {
  readonly message: Upstream | undefined;
  readonly refused: number;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const seq = v.pipe(v.number(), v.integer(), v.minValue(1));
const ms = v.pipe(v.number(), v.finite());
/** `Infinity` travels as 1e999, which every JSON parser reads back as Infinity. */
const limit = v.number();
const preview = v.custom<Preview>(isPreview);
const stream = v.picklist(['runtime', 'ledger']);

const error = v.object({
  name: v.string(),
  message: v.string(),
  class: v.string(),
  type: v.exactOptional(v.string()),
  retryable: v.boolean(),
  retryAfter: v.exactOptional(limit),
  injected: v.exactOptional(v.literal(true)),
  preview: v.exactOptional(preview),
}) satisfies v.GenericSchema<unknown, WireError>;

const of = { runtimeId: v.string(), seq, at: ms };
const ofTask = { ...of, id: v.string() };

const runtimeEvents = {
  'runtime:created': v.object({
    ...of,
    type: v.literal('runtime:created'),
    name: v.string(),
    concurrency: limit,
    onError: v.picklist(['continue', 'stop']),
    maxPending: limit,
    worker: v.exactOptional(v.string()),
  }),
  'runtime:changed': v.object({
    ...of,
    type: v.literal('runtime:changed'),
    state: v.exactOptional(v.picklist(['running', 'paused', 'stopped'])),
    concurrency: v.exactOptional(limit),
  }),
  'runtime:idle': v.object({ ...of, type: v.literal('runtime:idle') }),
  'task:registered': v.object({
    ...ofTask,
    type: v.literal('task:registered'),
    name: v.string(),
    priority: limit,
    meta: v.exactOptional(preview),
    parent: v.exactOptional(v.string()),
    rerunOf: v.exactOptional(v.string()),
  }),
  'task:started': v.object({
    ...ofTask,
    type: v.literal('task:started'),
    slot: count,
    injected: v.exactOptional(v.string()),
  }),
  'task:injected': v.object({ ...ofTask, type: v.literal('task:injected'), fault: v.string() }),
  'task:progress': v.object({ ...ofTask, type: v.literal('task:progress'), value: v.exactOptional(preview) }),
  'task:cancel-requested': v.object({
    ...ofTask,
    type: v.literal('task:cancel-requested'),
    reason: v.exactOptional(preview),
  }),
  'task:done': v.object({
    ...ofTask,
    type: v.literal('task:done'),
    state: v.picklist(['success', 'error', 'cancelled']),
    retryable: v.boolean(),
    error: v.exactOptional(error),
    result: v.exactOptional(preview),
    rerun: v.exactOptional(seq),
    registeredAt: ms,
    startedAt: v.exactOptional(ms),
    endedAt: ms,
  }),
} satisfies Record<WireRuntimeEvent['type'], v.GenericSchema<unknown, WireRuntimeEvent>>;

const decision = v.picklist([
  'retried',
  'succeeded',
  'not-retryable',
  'exhausted',
  'schedule-ended',
  'elapsed',
  'budget',
  'vetoed',
  'predicate-failed',
  'bad-delay',
  'cancelled',
  'timeout',
  'fallback',
  'repeated',
  'until',
  'while',
]);

const ofLedger = {
  ledgerId: v.string(),
  seq: count,
  runtimeId: v.exactOptional(v.string()),
  id: v.exactOptional(v.string()),
  run: v.exactOptional(v.string()),
};
const layer = v.pipe(v.number(), v.integer());
const attempt = seq;

const ledgerEvents = {
  'layer-start': v.object({
    ...ofLedger,
    type: v.literal('layer-start'),
    layer,
    parentLayer: v.exactOptional(layer),
    kind: v.picklist(['retry', 'timeout', 'activity-timeout', 'fallback', 'repeat']),
    label: v.exactOptional(v.string()),
    options: v.record(v.string(), v.union([v.number(), v.string(), v.boolean()])),
    at: ms,
  }),
  'attempt-start': v.object({ ...ofLedger, type: v.literal('attempt-start'), layer, attempt, at: ms }),
  'attempt-end': v.object({
    ...ofLedger,
    type: v.literal('attempt-end'),
    layer,
    attempt,
    at: ms,
    error: v.exactOptional(error),
    decision,
    planned: v.exactOptional(limit),
  }),
  'wait-end': v.object({
    ...ofLedger,
    type: v.literal('wait-end'),
    layer,
    attempt,
    planned: limit,
    real: limit,
    at: ms,
  }),
  'timeout-fired': v.object({ ...ofLedger, type: v.literal('timeout-fired'), layer, ms: limit, at: ms }),
  'layer-end': v.object({ ...ofLedger, type: v.literal('layer-end'), layer, outcome: decision, at: ms }),
  'retry-reported': v.object({
    ...ofLedger,
    type: v.literal('retry-reported'),
    attempt,
    maxRetries: v.exactOptional(limit),
    delay: limit,
    requested: limit,
    capped: v.exactOptional(v.picklist(['min', 'max'])),
    label: v.exactOptional(v.string()),
    startedAt: ms,
    failedAt: ms,
    error: v.exactOptional(error),
  }),
  'attempt-gap': v.object({ ...ofLedger, type: v.literal('attempt-gap'), layer, from: attempt, to: attempt }),
} satisfies Record<WireLedgerEvent['type'], v.GenericSchema<unknown, WireLedgerEvent>>;

/** By `type`, so that an event is held against one schema, not against each in turn. */
const events: ReadonlyMap<unknown, v.GenericSchema<unknown, WireEvent>> = new Map<
  unknown,
  v.GenericSchema<unknown, WireEvent>
>([
  ...Object.entries(runtimeEvents),
  ...Object.entries(ledgerEvents),
  ['snapshot:start', v.object({ type: v.literal('snapshot:start'), stream, id: v.string() })],
  [
    'snapshot:end',
    v.object({
      type: v.literal('snapshot:end'),
      stream,
      id: v.string(),
      seq: count,
      library: v.string(),
      commands: v.exactOptional(v.boolean()),
      dropped: v.object({ tasks: count, events: count }),
    }),
  ],
  ['gap', v.object({ type: v.literal('gap'), stream, id: v.string(), from: seq, to: seq })],
]);

const session = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

const hello = v.object({
  type: v.literal('hello'),
  protocol: seq,
  session,
  hub: count,
  url: v.string(),
  since: ms,
  resumed: v.boolean(),
}) satisfies v.GenericSchema<unknown, Hello>;

const pong = v.object({ type: v.literal('pong'), session, batch: count }) satisfies v.GenericSchema<unknown, Pong>;

const expanded = v.object({
  type: v.literal('expanded'),
  session,
  request: count,
  preview: v.exactOptional(preview),
}) satisfies v.GenericSchema<unknown, Expanded>;

const commanded = v.object({
  type: v.literal('commanded'),
  session,
  request: count,
  count: v.exactOptional(count),
  refused: v.exactOptional(v.picklist(REFUSALS)),
}) satisfies v.GenericSchema<unknown, Commanded>;

const small = v.variant('type', [hello, pong, expanded, commanded]);

const batch = v.object({
  type: v.literal('batch'),
  session,
  batch: seq,
  counters: v.object({ emitted: count, delivered: count, dropped: count, pending: count, lost: count }),
  events: v.array(v.unknown()),
}) satisfies v.GenericSchema<unknown, Omit<Batch, 'events'>>;

/**
 * Reads one message of a page. Everything in it is the page's word: what has not the right form is dropped and
 * counted, unknown fields are left out, unknown events are refused one by one, and the rest of the batch counts.
 */
export function receive(message: unknown): Received {
  if (typeof message !== 'string' || message.length > MAX_MESSAGE_LENGTH) return { message: undefined, refused: 1 };
  let data: unknown;
  try {
    data = JSON.parse(message);
  } catch {
    return { message: undefined, refused: 1 };
  }
  const single = v.safeParse(small, data);
  if (single.success) return { message: single.output, refused: 0 };
  const envelope = v.safeParse(batch, data);
  if (!envelope.success) return { message: undefined, refused: 1 };
  let refused = 0;
  const known: WireEvent[] = [];
  for (const item of envelope.output.events) {
    const event = readEvent(item);
    if (event) known.push(event);
    else refused++;
  }
  return { message: { ...envelope.output, events: known }, refused };
}

/** One event of whatever origin, by its schema: unknown fields are left out, what has not the right form is undefined. */
export function readEvent(item: unknown): WireEvent | undefined {
  if (typeof item !== 'object' || item === null || !('type' in item)) return undefined;
  const schema = events.get(item.type);
  const result = schema && v.safeParse(schema, item, { abortEarly: true, abortPipeEarly: true });
  return result?.success ? result.output : undefined;
}
