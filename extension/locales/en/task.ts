import type { Decision } from '../../panel/present/words.ts';

/** What each decision means to a reader; the word itself is the runtime's. */
const decisions: Readonly<Record<Decision, string>> = {
  retried: 'another attempt followed',
  succeeded: 'it succeeded',
  'not-retryable': 'the error is not retryable',
  exhausted: 'all retries were used',
  'schedule-ended': 'the schedule ended',
  elapsed: 'the time for all attempts was used up',
  budget: 'the retry budget was spent',
  vetoed: 'the retryable predicate said no',
  'predicate-failed': 'the retryable predicate threw',
  'bad-delay': 'the delay function gave no usable wait',
  cancelled: 'it was cancelled',
  timeout: 'it timed out',
  fallback: 'the fallback took over',
  repeated: 'another run followed',
  until: '“until” was met',
  while: '“while” no longer held',
};

const NTH = new Intl.PluralRules('en', { type: 'ordinal' });
const SUFFIX: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 1st, 2nd, 11th. */
const nth = (n: number): string => `${n}${SUFFIX[NTH.select(n)] ?? 'th'}`;

/** The details of one task or of several. */
export const task = {
  label: 'Task details',
  close: 'Close details',
  closeTitle: 'Close (Esc)',
  tabs: {
    attempts: 'Attempts',
    state: 'State',
    error: 'Error',
    data: 'Data',
    events: 'Events',
  },
  decisions,
  /** What became of it, without its attempts. */
  outcome: {
    pending: 'Waiting for a slot',
    retrying: 'Waiting for its next attempt',
    running: 'Running',
    success: 'Succeeded',
    successByFallback: 'Succeeded by its fallback',
    cancelled: 'Cancelled',
    cancelledBefore: 'Cancelled before it started',
    error: 'Failed for good',
    /** Before it, of a task whose end will never be known. */
    unfinished: 'Unfinished, as far as it is known: ',
    refused: 'Refused before it started',
  },
  /** Behind it: the attempts so far, or those it took. `one`: there was one alone. */
  attemptNow: ', attempt {0}',
  afterAttempts: (one: boolean) => (one ? ' after {0} attempt' : ' after {0} attempts'),
  retryable: 'retryable',
  notRetryable: 'not retryable',
  partial: 'parts of its story were lost on the way',
  machine: {
    title: 'State machine',
    /** Names a path of states, or states with their counts. */
    between: ', ',
    counted: (count: number, state: string) => `${count} ${state}`,
    states: {
      pending: 'pending',
      running: 'running',
      success: 'success',
      error: 'error',
      cancelled: 'cancelled',
    },
  },
  ledger: {
    label: 'Attempts',
    newestFirst: 'newest first',
    next: (wait: string) => `Next attempt in ${wait}`,
    nextWasPlanned: (time: string) => `The next attempt was planned for ${time}`,
    layer: 'Layer',
    error: 'Error',
    took: 'Took',
    waited: 'Waited / plan',
    decision: 'Decision',
    leftOut: (count: number) => `${count} more that are counted but no longer kept`,
    running: 'running',
    notReported: 'not reported',
    nonePending: 'None yet: it waits for a slot.',
    noneStarted: 'None: it ended before it could start.',
    noneReported:
      'Retries not reported. Wrap the task with the retry of traced (tasklens/bridge), and each attempt is listed here.',
  },
  layers: {
    title: 'Layers',
    outermostFirst: 'outermost first',
  },
  why: {
    pending: 'Why is it pending?',
    notRetried: 'Why was it not retried?',
    notRetriedAgain: 'Why was it not retried again?',
    inSlots: 'In the slots:',
    before: 'Before it:',
    between: ', ',
    /** Between two sentences. */
    space: ' ',
    more: (count: number) => ` and ${count} more`,
    place: (place: number) => (place === 1 ? 'It is next in the queue.' : `It is ${nth(place)} in the queue.`),
    paused: 'The runtime is paused: nothing starts until it is resumed.',
    stopped: 'The runtime is stopped: nothing starts any more.',
    slotsFree: (taken: number, of: number) => `${taken} of ${of} slots are taken; it starts in a moment.`,
    slotsTaken: (of: number) => `${of === 1 ? 'The one slot is' : `All ${of} slots are`} taken.`,
    neverRan: 'It never ran: the scheduler refused it or let it go.',
    attemptsUsed: (call: string) => `${call} has used up its attempts.`,
    retriesUsed: (retries: number, call: string) =>
      `${retries === 1 ? 'The one retry' : `All ${retries} retries`} of ${call} ${retries === 1 ? 'was' : 'were'} used.`,
    notRetryable:
      'Its error is not retryable: a TaskError is so only where its author says it, the runtime’s own errors never.',
    timeout: 'It timed out, and a timeout is never retried as it is: retryOnTimeout makes a retryable error of it.',
    cancelled: 'It was cancelled.',
    vetoed: (call: string) => `The retryable predicate of ${call} said no to this error.`,
    predicateFailed: (call: string) => `The retryable predicate of ${call} threw, which counts as a no.`,
    badDelay: (call: string) => `The delay function of ${call} gave no usable wait.`,
    budget: 'The retry budget was spent: too many others were being retried.',
    elapsed: (call: string) => `The next wait would have passed the maxElapsed of ${call}.`,
    scheduleEnded: (call: string) => `The schedule of ${call} had ended.`,
    otherwise: (call: string, decision: string) => `${call} ended with “${decision}”.`,
    noFallback: ' The error is retryable, so a fallback around it would have run: there is none.',
    timedOutAlone: 'It timed out, and nothing retries around it.',
    nothingTold: 'Nothing told of a retry around it.',
    nothingAround: 'Nothing retries around it.',
    wouldRetry: ' Its error is retryable, so a retry would have tried again.',
    neither: ' Its error is not retryable either.',
  },
  state: {
    times: 'Times',
    registered: 'Registered',
    started: 'Started',
    waited: (time: string) => `waited ${time}`,
    cancelRequested: 'Cancel requested',
    ended: 'Ended',
    ran: (time: string) => `ran ${time}`,
    illegal: 'Illegal events',
  },
  error: {
    title: 'Error',
    class: 'Class',
    constructorName: 'Constructor',
    type: 'Type',
    message: 'Message',
    retryable: 'Retryable',
    yes: 'yes',
    no: 'no',
    retryAfter: 'Retry after',
    stack: 'Stack',
    causedBy: 'Caused by',
    notAnError: 'not an error',
  },
  data: {
    meta: 'Meta',
    task: 'Task',
    name: 'Name',
    id: 'Id',
    priority: 'Priority',
    parent: 'Parent',
    slot: 'Slot',
    runtime: 'Runtime',
    runtimeNote: (state: string, concurrency: number, onError: string) =>
      `${state}, concurrency ${concurrency}, on error ${onError}`,
    page: 'Page',
    leftOut: (count: number) => `${count} more that the page left out`,
  },
  events: {
    label: 'Events',
    seq: 'seq',
    time: 'Time',
    event: 'Event',
    details: 'Details',
  },
  selection: {
    chosen: '{0} tasks chosen',
    stepsNote: 'how many took each step',
    together: 'Together',
    retries: 'Retries',
    inBackOff: 'In back-off',
    retryableFailures: 'Retryable failures',
  },
  /** The ways to copy; `count` tasks. */
  copy: {
    button: 'Copy',
    copied: 'Copied',
    notCopied: 'Not copied',
    names: (count: number) => (count === 1 ? 'Copy name' : `Copy names of ${count} tasks`),
    ids: (count: number) => (count === 1 ? 'Copy id' : `Copy ids of ${count} tasks`),
    json: (count: number) => (count === 1 ? 'Copy as JSON' : `Copy as JSON (${count} tasks)`),
    playwright: (count: number) =>
      count === 1 ? 'Copy as Playwright assertion' : `Copy as Playwright assertions (${count} tasks)`,
    markdown: (count: number) => (count === 1 ? 'Copy as bug report' : `Copy as bug report (${count} tasks)`),
  },
};
