import { type ReadonlySignal, signal } from '@preact/signals';
import type { RuntimeModel } from '../../../bridge/model/types.ts';
import type { FaultRule } from '../../../bridge/protocol.ts';
import type { CommandOutcome, PanelSource } from '../source.ts';
import type { CommandStore } from './commands.ts';
import type { Timing } from './timing.ts';

/** A fault that the user put there. */
export interface ActiveFault {
  readonly rule: FaultRule;
  /** The runtime that it is for; undefined: all of them. */
  readonly runtimeKey: string | undefined;
  /** By runtime: how often it has acted there. */
  readonly hits: ReadonlyMap<string, number>;
}

/**
 * The faults that are in place. One that is to last until it is switched off is put into each runtime that comes, reloads
 * included; one for the next so many times into those that are there now, each of which counts for itself.
 */
export interface FaultStore {
  readonly list: ReadonlySignal<readonly ActiveFault[]>;
  readonly add: (rule: Omit<FaultRule, 'id'>, runtimeKey: string | undefined) => Promise<void>;
  readonly lift: (id: string) => Promise<void>;
  readonly stop: () => void;
}

/** ms between two looks at the counts. */
const LOOK_EVERY = 1_000;

export const isSpent = ({ rule, hits }: ActiveFault): boolean =>
  rule.times !== undefined && hits.size > 0 && [...hits.values()].every((count) => count >= (rule.times ?? 0));

export function createFaults(source: PanelSource, commands: CommandStore, after: Timing['after']): FaultStore {
  const list = signal<readonly ActiveFault[]>([]);
  const { model } = source;
  let cancelLook: (() => void) | undefined;
  let unsubscribe: (() => void) | undefined;
  let seen = 0;
  let count = 0;

  const targets = (fault: ActiveFault): RuntimeModel[] =>
    [...model.runtimes.values()].filter(
      ({ key, session, untracked, commands: takes }) =>
        (fault.runtimeKey ?? key) === key &&
        !untracked &&
        takes === true &&
        model.sessions.get(session)?.connected === true,
    );

  /** The list may have changed since: a fault that was switched off meanwhile stays so. */
  const noteHits = (id: string, runtime: string, outcome: CommandOutcome): void => {
    if (!outcome.ok) return;
    list.value = list.peek().map((fault) => {
      if (fault.rule.id !== id || fault.hits.get(runtime) === outcome.count) return fault;
      return { ...fault, hits: new Map(fault.hits).set(runtime, outcome.count) };
    });
  };

  const look = async (): Promise<void> => {
    const asked = list.peek().flatMap((fault) => {
      const { rule, hits } = fault;
      if (isSpent(fault)) return [];
      return targets(fault).map(async (runtime) => {
        // Put there again where it is not; where it is, that tells its count.
        const lasting = rule.times === undefined || hits.size === 0;
        if (!lasting && !hits.has(runtime.key)) return;
        const command = lasting ? ({ type: 'inject', rule } as const) : ({ type: 'hits', rule: rule.id } as const);
        noteHits(rule.id, runtime.key, await commands.quietly(runtime, command));
      });
    });
    await Promise.all(asked);
  };

  const rest = (): void => {
    cancelLook?.();
    unsubscribe?.();
    cancelLook = unsubscribe = undefined;
  };

  const lookOn = (): void => {
    cancelLook = after(LOOK_EVERY, () => {
      void look();
      lookOn();
    });
  };

  const watch = (): void => {
    seen = model.runtimes.size;
    unsubscribe ??= source.subscribe(() => {
      const { size } = model.runtimes;
      if (size > seen) void look();
      seen = size;
    });
    if (cancelLook === undefined) lookOn();
  };

  return {
    list,
    async add(rule, runtimeKey) {
      const fault: ActiveFault = { rule: { ...rule, id: `fault ${++count}` }, runtimeKey, hits: new Map() };
      list.value = [...list.peek(), fault];
      watch();
      await Promise.all(
        targets(fault).map(async (runtime) => {
          noteHits(fault.rule.id, runtime.key, await commands.act(runtime, { type: 'inject', rule: fault.rule }));
        }),
      );
    },
    async lift(id) {
      const fault = list.peek().find(({ rule }) => rule.id === id);
      list.value = list.peek().filter(({ rule }) => rule.id !== id);
      if (list.peek().length === 0) rest();
      if (fault === undefined) return;
      const there = targets(fault).filter(({ key }) => fault.hits.has(key));
      await Promise.all(there.map((runtime) => commands.act(runtime, { type: 'lift', rule: id })));
    },
    stop: rest,
  };
}
