import { computed, type ReadonlySignal } from '@preact/signals';
import type { TaskModel } from '../../../bridge/model/types.ts';
import type { RuntimeLabels } from '../present/runtime-labels.ts';
import { inOrderOfRegistration, sortTasks } from './compare-tasks.ts';
import type { Feed } from './feed.ts';
import type { FilterStore } from './filter.ts';
import type { SortStore } from './sort.ts';
import { createTaskScan, type ScanResult } from './task-scan.ts';

/** The rows as they are to be shown. A new object each time; its list may be the same array, changed in place. */
export interface Rows extends ScanResult {
  readonly total: number;
}

export function createRows(
  feed: Feed,
  filter: FilterStore,
  sort: SortStore,
  labels: ReadonlySignal<RuntimeLabels>,
): ReadonlySignal<Rows> {
  const scan = createTaskScan();
  const found = computed((): Rows => {
    // The model grows in place: its revision is what a computation can depend on.
    void feed.revision.value;
    const matcher = filter.matcher.value;
    if (matcher.timely) void feed.now.value;
    const { tasks } = feed.model;
    return { ...scan(tasks, matcher), total: tasks.size };
  });
  return computed(() => {
    const all = found.value;
    const by = sort.by.value;
    const begun = feed.time();
    // The order by a running time is that of the last paint: rows that change places ten times a second cannot be read.
    const rows =
      by === undefined
        ? inOrderOfRegistration(all.rows)
        : sortTasks(all.rows, by.column, by.descending, {
            watchOf: feed.watchOf,
            runtimeName: (task: TaskModel) => labels.value.get(task.runtimeKey) ?? '',
          });
    feed.slowDown(feed.time() - begun);
    return { ...all, rows };
  });
}
