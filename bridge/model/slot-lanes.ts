import type { Model } from './model.ts';
import { backOffStretches, heldAfterTimeout, lengthOf, type Stretch, union } from './stretches.ts';
import type { RuntimeModel, TaskModel } from './types.ts';

/** Who held one concurrency slot of a runtime, one after the other. */
export interface SlotLane {
  /** From 0, as the runtime numbers them; undefined gathers the tasks whose start, and slot, nobody told. */
  readonly slot: number | undefined;
  /** In order of their start. */
  readonly stays: readonly TaskModel[];
}

/** The slots of one runtime, and the moments at which tasks came into its queue and left it. */
export interface RuntimeLanes {
  readonly runtime: RuntimeModel;
  readonly lanes: readonly SlotLane[];
  /** Epoch ms, ascending. */
  readonly came: Float64Array;
  readonly left: Float64Array;
}

/** Slots that were never used are shown up to so many: a concurrency may be unbounded. */
const MOST_EMPTY = 64;
/** A page may name any slot; beyond, they share the lane of those nobody told. */
const MOST_LANES = 10_000;

interface Gathered {
  readonly slots: TaskModel[][];
  readonly unknown: TaskModel[];
  readonly came: number[];
  readonly left: number[];
}

/** The slots of every runtime that has tasks, in the order of the runtimes. Work outside a runtime has no slots. */
export function slotLanes({ tasks, runtimes }: Pick<Model, 'tasks' | 'runtimes'>): readonly RuntimeLanes[] {
  const gathered = new Map<string, Gathered>();
  for (const task of tasks.values()) {
    let of = gathered.get(task.runtimeKey);
    if (of === undefined) {
      of = { slots: [], unknown: [], came: [], left: [] };
      gathered.set(task.runtimeKey, of);
    }
    gather(of, task);
  }
  const lanes: RuntimeLanes[] = [];
  for (const runtime of runtimes.values()) {
    const of = gathered.get(runtime.key);
    if (of === undefined || runtime.untracked) continue;
    const count = Math.max(of.slots.length, Math.min(runtime.concurrency, MOST_EMPTY));
    const known = Array.from({ length: count }, (_, slot) => ({ slot, stays: inOrderOfStart(of.slots[slot] ?? []) }));
    const unknown = of.unknown.length > 0 ? [{ slot: undefined, stays: inOrderOfStart(of.unknown) }] : [];
    lanes.push({ runtime, lanes: [...known, ...unknown], came: ascending(of.came), left: ascending(of.left) });
  }
  return lanes;
}

function gather(of: Gathered, task: TaskModel): void {
  const { registeredAt, startedAt, endedAt, slot } = task;
  if (registeredAt !== undefined) {
    of.came.push(registeredAt);
    const left = startedAt ?? endedAt;
    if (left !== undefined) of.left.push(Math.max(left, registeredAt));
  }
  if (startedAt === undefined) return;
  if (slot === undefined || slot >= MOST_LANES) {
    of.unknown.push(task);
    return;
  }
  while (of.slots.length <= slot) of.slots.push([]);
  of.slots[slot]?.push(task);
}

const startOf = (task: TaskModel): number => task.startedAt ?? 0;

/** Mostly they stand in order already. */
function inOrderOfStart(stays: TaskModel[]): readonly TaskModel[] {
  let before = Number.NEGATIVE_INFINITY;
  for (const stay of stays) {
    const at = startOf(stay);
    if (at < before) return stays.toSorted((a, b) => startOf(a) - startOf(b));
    before = at;
  }
  return stays;
}

function ascending(moments: readonly number[]): Float64Array {
  const all = new Float64Array(moments);
  let before = Number.NEGATIVE_INFINITY;
  for (const at of all) {
    if (at < before) return all.sort();
    before = at;
  }
  return all;
}

/** How many of an ascending list are at or before `at`. */
function countUpTo(moments: Float64Array, at: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many tasks waited in the queue at a moment. One that starts at that very moment no longer waits. */
export function waitingAt({ came, left }: Pick<RuntimeLanes, 'came' | 'left'>, at: number): number {
  return countUpTo(came, at) - countUpTo(left, at);
}

/** The place of the last stay that began at or before a moment; -1 where there is none. */
export function lastBegunAt(stays: readonly TaskModel[], at: number): number {
  let low = 0;
  let high = stays.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const stay = stays[middle];
    if (stay !== undefined && startOf(stay) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Who held the slot at a moment; a task holds it up to its end, and not at it. `until`: how far the story is known,
 * epoch ms.
 */
export function holderAt({ stays }: SlotLane, at: number, until: number): TaskModel | undefined {
  const stay = stays[lastBegunAt(stays, at)];
  return stay !== undefined && at < (stay.endedAt ?? Math.max(until, at) + 1) ? stay : undefined;
}

/** What a slot's time went into, ms. */
export interface LaneFigures {
  readonly tasks: number;
  readonly held: number;
  /** Parts of `held`. */
  readonly backOff: number;
  readonly afterTimeout: number;
  /** Free while tasks waited in the queue: between its first task and its last, or `until` where more waited then. */
  readonly idleWhileWaiting: number;
}

/** Parts of a task's stay in its slot, ms. */
export interface StayParts {
  readonly backOff: number;
  readonly afterTimeout: number;
}

const NO_PARTS: StayParts = { backOff: 0, afterTimeout: 0 };
/** Those of ended tasks do not change: they are worked out once. */
const knownParts = new WeakMap<TaskModel, StayParts>();

/** `until`: where what goes on is cut, epoch ms. */
export function stayParts(stay: TaskModel, until: number): StayParts {
  if (stay.layers.length === 0) return NO_PARTS;
  const known = knownParts.get(stay);
  if (known !== undefined) return known;
  const backOff = lengthOf(backOffStretches(stay, until));
  const afterTimeout = lengthOf(heldAfterTimeout(stay, until));
  const parts = backOff + afterTimeout > 0 ? { backOff, afterTimeout } : NO_PARTS;
  if (stay.endedAt !== undefined) knownParts.set(stay, parts);
  return parts;
}

/** `until`: where what goes on is cut, epoch ms. */
export function laneFigures(lane: SlotLane, of: RuntimeLanes, until: number): LaneFigures {
  let held = 0;
  let backOff = 0;
  let afterTimeout = 0;
  for (const stay of lane.stays) {
    held += Math.max(0, (stay.endedAt ?? until) - startOf(stay));
    const parts = stayParts(stay, until);
    backOff += parts.backOff;
    afterTimeout += parts.afterTimeout;
  }
  const idle = lane.slot === undefined ? [] : idleWhileWaiting(lane, waitingStretches(of, until), until);
  return { tasks: lane.stays.length, held, backOff, afterTimeout, idleWhileWaiting: lengthOf(idle) };
}

/** The stretches in which at least one task waited in the queue. */
export function waitingStretches(
  { came, left }: Pick<RuntimeLanes, 'came' | 'left'>,
  until: number,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let waiting = 0;
  let from = 0;
  let gone = 0;
  for (let at = 0; at < came.length; at += 1) {
    const arrival = came[at] ?? 0;
    for (let next = left[gone]; next !== undefined && next <= arrival; next = left[gone]) {
      gone += 1;
      waiting -= 1;
      if (waiting === 0 && next > from) stretches.push({ from, to: next });
    }
    if (waiting === 0) from = arrival;
    waiting += 1;
  }
  for (; gone < left.length; gone += 1) {
    waiting -= 1;
    const to = left[gone] ?? 0;
    if (waiting === 0 && to > from) stretches.push({ from, to });
  }
  if (waiting > 0 && until > from) stretches.push({ from, to: until });
  return union(stretches);
}

/** The stretches in which the slot was free although tasks waited, from its first task on. */
export function idleWhileWaiting({ stays }: SlotLane, waiting: readonly Stretch[], until: number): readonly Stretch[] {
  const idle: Stretch[] = [];
  let at = 0;
  const take = (from: number, to: number): void => {
    // Both lists ascend, so that one walk is enough.
    while (at < waiting.length && (waiting[at]?.to ?? 0) <= from) at += 1;
    for (let index = at; index < waiting.length; index += 1) {
      const stretch = waiting[index];
      if (stretch === undefined || stretch.from >= to) return;
      const left = Math.max(from, stretch.from);
      const right = Math.min(to, stretch.to);
      if (right > left) idle.push({ from: left, to: right });
    }
  };
  let free: number | undefined;
  for (const stay of stays) {
    if (free !== undefined && startOf(stay) > free) take(free, startOf(stay));
    free = Math.max(free ?? 0, stay.endedAt ?? until);
  }
  if (free !== undefined && until > free) take(free, until);
  return idle;
}

/** A task that waited while another held its slot. */
export interface Waiter {
  readonly task: TaskModel;
  /** ms of its wait that fall into the other's stay. */
  readonly ms: number;
}

/** Who waited in the queue of its runtime while a task held its slot, the longest waits first. */
export function waitersFor(task: TaskModel, tasks: Iterable<TaskModel>, until: number): readonly Waiter[] {
  const { startedAt, endedAt = until } = task;
  if (startedAt === undefined) return [];
  const waiters: Waiter[] = [];
  for (const other of tasks) {
    if (other.runtimeKey !== task.runtimeKey || other.registeredAt === undefined || other === task) continue;
    const to = Math.min(endedAt, other.startedAt ?? other.endedAt ?? until);
    const ms = to - Math.max(startedAt, other.registeredAt);
    if (ms > 0) waiters.push({ task: other, ms });
  }
  return waiters.sort((a, b) => b.ms - a.ms);
}
