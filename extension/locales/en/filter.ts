import type { FilterKeyName } from '../../panel/filter/keys.ts';

/** What each key asks. */
const keys: Readonly<Record<FilterKeyName, string>> = {
  state: 'the state of the task; retrying is a part of running',
  retryable: 'failures that the runtime calls retryable, or not',
  attempts: 'how many attempts it took so far',
  retries: 'how many retries it made, those of inner retries included',
  reported: 'whether its attempts are known, once it has run',
  ending: 'how it ended, in one word',
  error: 'the class of any of its errors',
  type: 'the type of any of its errors',
  outcome: 'what decided its end',
  failure: 'one kind of failure among its attempts, as Accounting sums them up',
  cause: 'the kind of failure it ended with',
  ran: 'how long it ran, in ms, s, m or h',
  waited: 'how long it waited in the queue',
  backoff: 'how long it waited between attempts',
  held: 'how long it held its slot after a timeout had fired',
  runtime: 'the name of its runtime, as its column says it; =uploads is that name alone',
  group: 'names that differ in their numbers alone',
  name: 'the name alone',
  id: 'the id alone',
};

/** The filter box and the help sheet, which tells its language and the keys. */
export const filter = {
  label: 'Filter',
  placeholder: 'Filter: text, state:error, attempts:>1, …',
  save: 'Save filter',
  saveTitle: 'Save this filter: it is offered when the box is empty and ↓ is pressed',
  unsaveTitle: 'Let this saved filter go',
  found: '{0} of {1}',
  foundLabel: 'Tasks shown',
  suggestions: 'Suggestions',
  saved: 'saved filter',
  noKey: (key: string) => `“${key}” is no key of the filter; it is looked for as text`,
  noValue: (value: string, key: string) => `“${value}” is no value of ${key}; it is looked for as text`,
  keys,
  help: {
    title: 'Help',
    close: 'Close help',
    keysTitle: 'Keys',
    keys: {
      move: 'move in the list; with Shift choose a range',
      details: 'go to the details',
      close: 'close the details; in the filter: empty it',
      filter: 'go to the filter',
      clear: 'clear finished tasks',
      all: 'choose every task in the list',
      copy: 'copy the names of the chosen tasks',
      menu: 'the menu of the chosen tasks, or of the columns',
      columns: 'on a column’s title: move between titles; with Alt resize; Enter sorts',
      help: 'this sheet',
    },
    filterTitle: 'Filter',
    terms: {
      text: 'a part of the name, the id or any error text',
      quoted: 'words as they stand',
      not: 'not this',
      or: 'terms of one key: one is enough',
      and: 'terms of different keys: all must hold',
    },
    /** Words in an example of quoting. */
    quotedExample: 'two words',
    waterfallTitle: 'Waterfall',
    waterfall:
      'Hatched: waiting in the queue. Solid: an attempt (green succeeded, red failed, blue runs, grey cancelled). Dashed: back-off. An upright line: a timeout fired; the triangle after it: the task really ended.',
  },
};
