import type { Facts, RuleId } from './rule.ts';

/** A rule in words, for a report or a failed expectation; the panel has them in its catalogs too. */
export interface RuleWords {
  readonly title: string;
  /** What was seen, and why it is a fault. */
  readonly why: (facts: Facts) => string;
  readonly mend: string;
}

const tasks = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`);
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
const ms = (value: number): string => (value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`);

export const WORDS: Readonly<Record<RuleId, RuleWords>> = {
  'network-not-retryable': {
    title: 'A network failure that is not retryable',
    why: (facts) =>
      `${tasks(facts.tasks)} threw a TaskError of type “${facts.example}” without \`retryable: true\`. A TaskError is retried only when it says so, and a failure on the way to a server is often gone a moment later.`,
    mend: 'Give the TaskError `retryable: true`, or another type if it is final.',
  },
  'retry-after-in-seconds': {
    title: 'retryAfter that looks like seconds',
    why: (facts) =>
      `${tasks(facts.tasks)} threw \`retryAfter: ${facts.example}\`. It is in milliseconds; the Retry-After header is in seconds, so the server asked for a wait a thousand times as long.`,
    mend: 'Read the header with `retryAfterMs(response.headers.get("retry-after"))`.',
  },
  'retries-together': {
    title: 'Retries that land together',
    why: (facts) =>
      `Up to ${facts.worst} tasks were tried again within 50 ms of each other, after the same wait; ${tasks(facts.tasks)} in all. Who fails together comes back together, and hits the server as one.`,
    mend: 'Spread the waits: `jitter: "full"`, or `delay: exponentialBackoff()`.',
  },
  'retry-around-timeout': {
    title: 'A retry that can never retry',
    why: (facts) =>
      `${tasks(facts.tasks)} timed out inside a retry. A TimeoutError is never retried, so the retries around \`withTimeout\` are for nothing.`,
    mend: 'Put the timeout outside the retry, or make it retryable on purpose with `retryOnTimeout`.',
  },
  'fallback-unreached': {
    title: 'A fallback that a timeout keeps from running',
    why: (facts) =>
      `${tasks(facts.tasks)} timed out inside \`withFallback\`, and the fallback never ran: by default it covers failures of the work, not timeouts.`,
    mend: 'Say so where a timeout should be covered: `withFallback(primary, fallback, () => true)`.',
  },
  'signal-ignored': {
    title: 'A body that ignores its signal',
    why: (facts) =>
      `${tasks(facts.tasks)} went on after the timeout had fired, for up to ${ms(facts.worst)}. A timeout limits the waiting, not the work: until the body leaves, its slot is taken.`,
    mend: 'Pass `ctx.signal` to what the body awaits (`fetch(url, { signal })`), or check it between steps.',
  },
  'retries-multiply': {
    title: 'Nested retries that multiply',
    why: (facts) =>
      `In ${tasks(facts.tasks)} a retry inside a retry was used by both: up to ${facts.worst} calls for one task. Attempts multiply from layer to layer.`,
    mend: 'Retry in one place, as near to the request as possible; share a `retryBudget` where layers cannot be joined.',
  },
  'unbounded-retry': {
    title: 'A retry without an end',
    why: (facts) =>
      `${tasks(facts.tasks)} may be retried for ever (\`unbounded: true\`); so far up to ${times(facts.worst)}. What fails for good then holds its slot for good.`,
    mend: 'Bound it by `retries`, `maxElapsed` or a bounded schedule.',
  },
  'client-error-retried': {
    title: 'A wrong request, tried again',
    why: (facts) =>
      `${tasks(facts.tasks)} failed with what looks like an error of input or permission (“${facts.example}”) and was tried again. The same request gets the same answer.`,
    mend: 'Throw a TaskError with `retryable: false` for answers of the 400s (but 408, 425 and 429), or veto them with `retryable`.',
  },
  'waits-for-child': {
    title: 'Tasks that probably wait for their own queue',
    why: (facts) =>
      `${tasks(facts.tasks)} (such as “${facts.example}”) held every slot while tasks that they had enqueued in the same runtime waited for one. If they await them, none ever ends.`,
    mend: 'Enqueue the children in a runtime of their own, or call them directly.',
  },
  'retry-after-ignored': {
    title: 'Retry-After that was not heard',
    why: (facts) =>
      `${tasks(facts.tasks)} came back earlier than the server had asked, by up to ${ms(facts.worst)}: where \`delay\` is set, it decides.`,
    mend: 'Add `respectRetryAfter: true`, or leave `delay` out.',
  },
  'bug-retried': {
    title: 'A bug retried as if it were weather',
    why: (facts) =>
      `${tasks(facts.tasks)} threw “${facts.example}” and was tried again, up to ${times(facts.worst)}. A mistake in the code does not go away by waiting.`,
    mend: 'Mend the code; veto such errors with `retryable: (error) => !(error instanceof TypeError)`.',
  },
  'blocked-by-back-off': {
    title: 'A queue held up by a back-off',
    why: (facts) =>
      `${tasks(facts.tasks)} waited for the next attempt in a slot while others stood in the queue, for up to ${ms(facts.worst)} at a time (“${facts.example}”).`,
    mend: 'Cap the waits (`maxDelay`), raise the concurrency, or give slow services a runtime of their own.',
  },
  'retry-storm': {
    title: 'A retry storm',
    why: (facts) =>
      `Within ten seconds there were ${facts.worst.toFixed(1)} attempts a task; ${tasks(facts.tasks)} were tried more than once. The service gets a multiple of its load when it can bear least.`,
    mend: 'Share a `retryBudget` among the retries of one service: `retryBudget({ ratio: 0.1, burst: 10 })`.',
  },
};
