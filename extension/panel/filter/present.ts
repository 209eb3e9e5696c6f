import type { Model } from '../../../bridge/model/model.ts';
import type { WireError } from '../../../bridge/protocol.ts';
import { errorTitle } from '../present/error.ts';
import { runtimeLabels } from '../present/runtime-labels.ts';
import type { Present } from './suggest.ts';

/** Units of a value that is offered; a longer one fits no line. */
const LONGEST = 60;

const sorted = (values: ReadonlySet<string>): readonly string[] =>
  [...values].filter((value) => value !== '' && value.length <= LONGEST).sort();

/** The error classes, types and runtimes that are there now. Looks at every task: call it when somebody types. */
export function presentValues(model: Model): Present {
  const errors = new Set<string>();
  const types = new Set<string>();
  const add = (error: WireError | undefined): void => {
    if (error === undefined) return;
    errors.add(errorTitle(error));
    if (error.type !== undefined) types.add(error.type);
  };
  for (const task of model.tasks.values()) {
    add(task.error);
    for (const attempt of task.attempts) add(attempt.error);
  }
  const runtimes = new Set(runtimeLabels(model).values());
  return { errors: sorted(errors), types: sorted(types), runtimes: sorted(runtimes) };
}
