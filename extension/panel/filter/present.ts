import { nameGroup } from '../../../bridge/model/alike.ts';
import { errorsMet } from '../../../bridge/model/errors-met.ts';
import type { Model } from '../../../bridge/model/model.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import type { WireError } from '../../../bridge/protocol.ts';
import { errorTitle } from '../present/error.ts';
import { runtimeLabels } from '../present/runtime-labels.ts';
import type { Present } from './suggest.ts';

/** Units of a value that is offered; a longer one fits no line. */
const LONGEST = 60;

const sorted = (values: ReadonlySet<string>): readonly string[] =>
  [...values].filter((value) => value !== '' && value.length <= LONGEST).sort();

/** What is there now. Each list looks at every task when it is read: read it when somebody types. */
export function presentValues(model: Model): Present {
  const collect = (of: (task: TaskModel) => Iterable<string>): readonly string[] => {
    const found = new Set<string>();
    for (const task of model.tasks.values()) for (const value of of(task)) found.add(value);
    return sorted(found);
  };
  const errorsOf = function* (task: TaskModel): Generator<WireError> {
    if (task.error !== undefined) yield task.error;
    for (const { error } of task.attempts) if (error !== undefined) yield error;
  };
  return {
    get errors() {
      return collect((task) => [...errorsOf(task)].map(errorTitle));
    },
    get types() {
      return collect((task) => [...errorsOf(task)].flatMap(({ type }) => type ?? []));
    },
    get failures() {
      return collect((task) => errorsMet(task).flatMap(({ group, attempt }) => (attempt ? [group] : [])));
    },
    get causes() {
      return collect((task) => errorsMet(task).flatMap(({ group, ended }) => (ended ? [group] : [])));
    },
    get groups() {
      return collect((task) => [nameGroup(task.name)]);
    },
    get runtimes() {
      return sorted(new Set(runtimeLabels(model).values()));
    },
  };
}
