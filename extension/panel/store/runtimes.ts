import { computed, type ReadonlySignal } from '@preact/signals';
import { type RuntimeLabels, runtimeLabels } from '../present/runtime-labels.ts';
import type { Feed } from './feed.ts';

/** What the runtimes are called. The same map for as long as no name changes, so that nothing is asked or drawn anew. */
export function createRuntimeLabels(feed: Feed): ReadonlySignal<RuntimeLabels> {
  let last: RuntimeLabels = new Map();
  return computed(() => {
    void feed.revision.value;
    const labels = runtimeLabels(feed.model);
    const same = labels.size === last.size && [...labels].every(([key, label]) => last.get(key) === label);
    if (!same) last = labels;
    return last;
  });
}
