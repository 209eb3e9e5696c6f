import { nameGroup } from '../../../bridge/model/alike.ts';
import { ENDINGS, endingOf, retriesOf } from '../../../bridge/model/endings.ts';
import { type ErrorMet, errorsMet } from '../../../bridge/model/errors-met.ts';
import { attemptCount } from '../../../bridge/model/selectors.ts';
import { backOffStretches, heldAfterTimeout, lengthOf, type Stretch } from '../../../bridge/model/stretches.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import type { WireError } from '../../../bridge/protocol.ts';
import { ranFor, type Watch, waitedFor } from '../present/times.ts';
import type { Decision } from '../present/words.ts';
import { STATE_BUTTONS } from '../store/state-buttons.ts';
import { parseCount, parseDurationCompare } from './compare.ts';
import { finderOf, fold } from './plain.ts';

/** What a test of a task may need besides the task. */
export interface FilterWorld {
  readonly watchOf: (task: TaskModel) => Watch;
  /** What tells the runtime from all others: its label. */
  readonly runtimeName: (task: TaskModel) => string;
}

export type Test = (task: TaskModel, world: FilterWorld) => boolean;

/** What each asks is told by the texts of the filter. */
export type FilterKeyName =
  | 'state'
  | 'retryable'
  | 'attempts'
  | 'retries'
  | 'reported'
  | 'ending'
  | 'error'
  | 'type'
  | 'outcome'
  | 'failure'
  | 'cause'
  | 'ran'
  | 'waited'
  | 'backoff'
  | 'held'
  | 'runtime'
  | 'group'
  | 'name'
  | 'id';

export interface FilterKey {
  readonly name: FilterKeyName;
  /** Values to offer, in the order of their use; those that depend on the tasks are added elsewhere. */
  readonly values: readonly string[];
  /** The answer may change with time alone. */
  readonly timely?: true;
  /** The test for a value; undefined when it is no value of this key. */
  readonly compile: (value: string) => Test | undefined;
}

/** ms of the stretches of a run; undefined for what did not run or was not told. */
const lengthIn =
  (stretchesOf: (task: TaskModel, until: number) => readonly Stretch[]) =>
  (task: TaskModel, watch: Watch): number | undefined => {
    if (task.startedAt === undefined || task.layers.length === 0) return undefined;
    if (task.endedAt === undefined && !watch.connected) return undefined;
    return lengthOf(stretchesOf(task, watch.now));
  };

const errorsOf = (task: TaskModel): readonly WireError[] => {
  const errors = task.attempts.flatMap((attempt) => attempt.error ?? []);
  return task.error === undefined ? errors : [...errors, task.error];
};

const anything: Test = () => true;

/** A comparison that is still being typed asks for nothing yet. */
const unfinished = (value: string): Test | undefined => (/^[<>]?=?$/.test(value) ? anything : undefined);

/** A key with a closed list of values: the beginning of one is enough, so that it finds while it is typed. */
const word =
  (values: readonly string[], of: (task: TaskModel) => readonly string[]) =>
  (value: string): Test | undefined => {
    const begun = value.toLowerCase();
    const wanted = new Set(values.includes(begun) ? [begun] : values.filter((each) => each.startsWith(begun)));
    if (begun === '') return anything;
    return wanted.size === 0 ? undefined : (task) => of(task).some((each) => wanted.has(each));
  };

/** A text key: a part of the text is enough, so that it finds while it is typed; after `=` it is all of the text. */
const text =
  (pick: (task: TaskModel, world: FilterWorld) => readonly (string | undefined)[]) =>
  (value: string): Test | undefined => {
    if (value === '' || value === '=') return anything;
    const finds = value.startsWith('=') ? exactly(value.slice(1)) : finderOf(value);
    return (task, world) => pick(task, world).some(finds);
  };

/** No filter can hold a quote, so quotes are not asked about. */
const exactly = (wanted: string): ((text: string | undefined) => boolean) => {
  const bare = (text: string): string => fold(text).replaceAll('"', '');
  const all = bare(wanted);
  return (text) => text !== undefined && bare(text) === all;
};

const met = (task: TaskModel, which: (error: ErrorMet) => boolean): readonly string[] =>
  errorsMet(task)
    .filter(which)
    .map((error) => error.group);

/** What tasks have in common, whole: it is offered, or comes from a sum. */
const group =
  (pick: (task: TaskModel) => readonly string[]) =>
  (value: string): Test | undefined => {
    if (value === '') return anything;
    const isIt = exactly(value);
    return (task) => pick(task).some(isIt);
  };

/** The decisions a layer can end with. */
const OUTCOMES = [
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
  'until',
  'while',
] as const satisfies readonly Decision[];

/** Every key of the filter language. */
export const FILTER_KEYS: readonly FilterKey[] = [
  {
    name: 'state',
    values: STATE_BUTTONS,
    compile: word(STATE_BUTTONS, (task) => (task.retrying ? ['running', 'retrying'] : [task.state])),
  },
  {
    name: 'retryable',
    values: ['yes', 'no'],
    compile: word(['yes', 'no'], (task) => (task.state !== 'error' ? [] : [task.retryable ? 'yes' : 'no'])),
  },
  {
    name: 'attempts',
    values: ['>1', '>2', '1'],
    compile(value) {
      const compare = parseCount(value);
      if (compare === undefined) return unfinished(value);
      return (task) => {
        const count = attemptCount(task);
        return count.kind === 'counted' && compare(count.attempts);
      };
    },
  },
  {
    name: 'retries',
    values: ['>0', '>1', '0'],
    compile(value) {
      const compare = parseCount(value);
      if (compare === undefined) return unfinished(value);
      return (task) => task.startedAt !== undefined && task.layers.length > 0 && compare(retriesOf(task));
    },
  },
  {
    name: 'reported',
    values: ['yes', 'no'],
    compile: word(['yes', 'no'], (task) =>
      task.startedAt === undefined ? [] : [task.layers.length > 0 ? 'yes' : 'no'],
    ),
  },
  {
    name: 'ending',
    values: ENDINGS,
    compile: word(ENDINGS, (task) => {
      const ending = endingOf(task);
      return ending === undefined ? [] : [ending];
    }),
  },
  {
    name: 'error',
    values: [],
    compile: text((task) => errorsOf(task).flatMap((error) => [error.class, error.name])),
  },
  {
    name: 'type',
    values: [],
    compile: text((task) => errorsOf(task).map((error) => error.type)),
  },
  {
    name: 'outcome',
    values: OUTCOMES,
    compile: word(OUTCOMES, (task) => task.layers.flatMap((layer) => layer.outcome ?? [])),
  },
  {
    name: 'failure',
    values: [],
    compile: group((task) => met(task, ({ attempt }) => attempt)),
  },
  {
    name: 'cause',
    values: [],
    compile: group((task) => met(task, ({ ended }) => ended)),
  },
  {
    name: 'ran',
    values: ['>1s', '>10s', '<100ms'],
    timely: true,
    compile: duration(ranFor),
  },
  {
    name: 'waited',
    values: ['>1s', '>10s', '<100ms'],
    timely: true,
    compile: duration(waitedFor),
  },
  {
    name: 'backoff',
    values: ['>0ms', '>1s'],
    timely: true,
    compile: duration(lengthIn(backOffStretches)),
  },
  {
    name: 'held',
    values: ['>0ms', '>100ms'],
    timely: true,
    compile: duration(lengthIn(heldAfterTimeout)),
  },
  {
    name: 'runtime',
    values: [],
    compile: text((task, world) => [world.runtimeName(task), task.runtimeId]),
  },
  {
    name: 'group',
    values: [],
    compile: group((task) => [nameGroup(task.name)]),
  },
  { name: 'name', values: [], compile: text((task) => [task.name]) },
  { name: 'id', values: [], compile: text((task) => [task.id]) },
];

function duration(of: (task: TaskModel, watch: Watch) => number | undefined): FilterKey['compile'] {
  return (value) => {
    const compare = parseDurationCompare(value);
    if (compare === undefined) return unfinished(value);
    return (task, world) => {
      const ms = of(task, world.watchOf(task));
      return ms !== undefined && compare(ms);
    };
  };
}

export function findKey(name: string): FilterKey | undefined {
  return FILTER_KEYS.find((key) => key.name === name.toLowerCase());
}
