import { computed, type ReadonlySignal } from '@preact/signals';
import type { Feed } from './feed.ts';
import type { FilterStore } from './filter.ts';
import { createTaskScan, type ScanResult } from './task-scan.ts';

/** The rows as they are to be shown. A new object each time; its list may be the same array, changed in place. */
export interface Rows extends ScanResult {
  readonly total: number;
}

export function createRows(feed: Feed, filter: FilterStore): ReadonlySignal<Rows> {
  const scan = createTaskScan();
  return computed(() => {
    // The model grows in place: its revision is what a computation can depend on.
    void feed.revision.value;
    const matcher = filter.matcher.value;
    if (matcher.timely) void feed.now.value;
    const { tasks } = feed.model;
    return { ...scan(tasks, matcher), total: tasks.size };
  });
}
