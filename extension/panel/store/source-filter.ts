import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { documentLabels } from '../present/document-labels.ts';
import type { RuntimeLabels } from '../present/runtime-labels.ts';
import type { Feed } from './feed.ts';

/** A document with the runtimes in it and in its workers: what can be looked at alone. */
export interface SourceGroup {
  /** Names it among all choices. */
  readonly id: string;
  readonly label: string;
  readonly runtimes: readonly { readonly id: string; readonly label: string }[];
}

export interface SourceFilter {
  readonly groups: ReadonlySignal<readonly SourceGroup[]>;
  /** The one that is looked at alone; '' for all, also when the chosen one is no longer there. */
  readonly chosen: ReadonlySignal<string>;
  readonly choose: (id: string) => void;
  readonly shows: ReadonlySignal<(task: TaskModel) => boolean>;
}

const everything = (): boolean => true;

/** Which document, frame, worker or runtime is looked at. Not kept: each names one life of a page. */
export function createSourceFilter(feed: Feed, labels: ReadonlySignal<RuntimeLabels>): SourceFilter {
  const wanted = signal('');
  let last: readonly SourceGroup[] = [];
  const groups = computed(() => {
    void feed.revision.value;
    const { runtimes, sessions } = feed.model;
    const documents = documentLabels(sessions);
    const known = labels.value;
    const next = [...sessions.keys()].map((session) => ({
      id: `document ${session}`,
      label: documents.get(session) ?? '',
      runtimes: [...runtimes.values()]
        .filter((runtime) => runtime.session === session)
        .map((runtime) => ({ id: `runtime ${runtime.key}`, label: known.get(runtime.key) ?? runtime.name })),
    }));
    // The same list for as long as it says the same, so that nothing is drawn anew.
    if (JSON.stringify(next) !== JSON.stringify(last)) last = next;
    return last;
  });
  const chosen = computed(() => {
    const id = wanted.value;
    const there = groups.value.some((group) => group.id === id || group.runtimes.some((runtime) => runtime.id === id));
    return there ? id : '';
  });
  return {
    groups,
    chosen,
    choose(id) {
      wanted.value = id;
    },
    shows: computed(() => {
      const id = chosen.value;
      if (id === '') return everything;
      return (task: TaskModel) => id === `document ${task.session}` || id === `runtime ${task.runtimeKey}`;
    }),
  };
}
