import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hub, type RuntimeSource } from './hub.ts';
import {
  createRuntime,
  type Runtime,
  type RuntimeEvent,
  TASK_TRANSITIONS,
  type Task,
  type TaskState,
} from './index.ts';
import { createTestClock, type TestClock } from './testing/index.ts';
import { listen, turn } from './testing/kit.ts';

// Random programs over one runtime: whatever the interleaving, the promises of the spec hold. On a failure fast-check prints the seed and
// the shortest program.

interface Body {
  readonly ms: number;
  readonly ends: 'value' | 'throws' | 'sync' | 'sync throws';
  readonly cooperative: boolean;
  /** Enqueues another while it runs. */
  readonly enqueues: boolean;
}

/** What a program knows of the runtime: no second queue, only what has to hold. */
interface Model {
  stopped: boolean;
}

class World {
  readonly clock: TestClock = createTestClock();
  readonly runtime: Runtime;
  readonly events: RuntimeEvent[];
  readonly tasks = new Map<
    string,
    { readonly task: Task<unknown>; readonly order: number; readonly priority: number }
  >();
  readonly controllers: AbortController[] = [new AbortController(), new AbortController()];
  readonly source: RuntimeSource;
  /** What a viewer that attached at some moment has put together: seq → event. */
  readonly viewers: Map<number, RuntimeEvent>[] = [];
  running = 0;
  order = 0;
  problems: string[] = [];

  constructor(options: Parameters<typeof createRuntime>[0]) {
    this.runtime = createRuntime({ ...options, clock: this.clock });
    this.events = listen(this.runtime);
    let source: RuntimeSource | undefined;
    hub().watch((one) => {
      if (one.kind === 'runtime' && one.id === this.runtime.id) source = one;
    })();
    if (source === undefined) throw new Error('not announced');
    this.source = source;
    this.runtime.events.on('task:started', ({ id }) => this.#checkOrder(id));
  }

  enqueue(body: Body, priority: number, signal: AbortSignal | undefined): void {
    const order = this.order++;
    const task = this.runtime.enqueue(
      (ctx) => {
        this.running++;
        // A body that has exited counts until its end is booked, a microtask later.
        if (this.running > this.runtime.runningCount) this.problems.push('more bodies run than runningCount says');
        if (body.enqueues) this.enqueue({ ...body, enqueues: false }, priority, undefined);
        const end = (): string => {
          this.running--;
          if (body.ends.includes('throws')) throw new Error('thrown');
          return 'value';
        };
        if (body.ends.startsWith('sync')) return end();
        const wait = this.clock.sleep(body.ms, body.cooperative ? ctx.signal : undefined);
        return wait.then(end, (reason) => {
          this.running--;
          throw reason;
        });
      },
      { priority, signal },
    );
    this.tasks.set(task.id, { task, order, priority });
  }

  attach(): void {
    const seen = new Map<number, RuntimeEvent>();
    const { runtime, tasks, seq } = this.source.attach((event) => {
      if (seen.has(event.seq)) this.problems.push(`event ${event.seq} twice`);
      seen.set(event.seq, event);
    });
    for (const event of runtime) seen.set(event.seq, event);
    for (const { events } of tasks) for (const event of events) seen.set(event.seq, event);
    for (const known of seen.keys()) if (known > seq) this.problems.push('the snapshot runs ahead of its seq');
    this.viewers.push(seen);
  }

  /** Fact 11: FIFO within a priority, higher first. */
  #checkOrder(id: string): void {
    const started = this.tasks.get(id);
    for (const other of this.tasks.values()) {
      if (started === undefined || other.task.state !== 'pending') continue;
      const before =
        other.priority > started.priority || (other.priority === started.priority && other.order < started.order);
      if (before) this.problems.push('a task overtook another');
    }
    if (this.runtime.runningCount > this.runtime.concurrency) this.problems.push('started above the concurrency');
  }
}

type Command = fc.AsyncCommand<Model, World>;

const always = { check: () => true };
const command = (name: string, run: (world: World, model: Model) => void | Promise<void>): Command => ({
  ...always,
  run: async (model, world) => {
    await run(world, model);
    expect(world.problems).toEqual([]);
  },
  toString: () => name,
});

const body: fc.Arbitrary<Body> = fc.record({
  ms: fc.integer({ min: 0, max: 30 }),
  ends: fc.constantFrom('value', 'value', 'throws', 'sync', 'sync throws'),
  cooperative: fc.boolean(),
  enqueues: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
});

const commands = [
  fc
    .tuple(body, fc.integer({ min: -1, max: 2 }), fc.constantFrom(undefined, undefined, 0, 1))
    .map(([one, priority, signal]) =>
      command(`enqueue(${JSON.stringify(one)}, priority ${priority}, signal ${signal})`, (world) =>
        world.enqueue(one, priority, signal === undefined ? undefined : world.controllers[signal]?.signal),
      ),
    ),
  fc.nat({ max: 20 }).map((n) => command(`cancel(${n})`, (world) => [...world.tasks.values()][n]?.task.cancel())),
  fc.integer({ min: 0, max: 40 }).map((ms) => command(`advance(${ms})`, (world) => world.clock.advance(ms))),
  fc.constant(command('microtasks', () => turn())),
  fc.constant(command('pause', (world) => world.runtime.pause())),
  fc.constant(command('resume', (world) => world.runtime.resume())),
  fc.constant(command('clear', (world) => world.runtime.clear())),
  fc.constant(command('attach', (world) => world.attach())),
  fc.constantFrom(0, 1).map((n) => command(`abort(${n})`, (world) => world.controllers[n]?.abort())),
  fc.integer({ min: 1, max: 4 }).map((n) =>
    command(`concurrency = ${n}`, (world) => {
      world.runtime.concurrency = n;
    }),
  ),
  fc.boolean().map((cancelRunning) =>
    command(`stop(${cancelRunning})`, (world, model) => {
      model.stopped = true;
      world.runtime.stop({ cancelRunning });
    }),
  ),
];

const options = fc.record({
  concurrency: fc.integer({ min: 1, max: 3 }),
  maxPending: fc.constantFrom(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 2),
  overflow: fc.constantFrom('reject-new', 'drop-oldest'),
  onError: fc.constantFrom('continue', 'continue', 'stop'),
  paused: fc.boolean(),
});

/** After the program: everything is let run to its end, and all that was told is held against the spec. */
async function checkEnd(world: World): Promise<void> {
  const { runtime, events, clock, tasks } = world;
  runtime.resume();
  const idle = runtime.onIdle().then(() => 'idle');
  await clock.advance(10_000);
  expect(await Promise.race([idle, turn().then(() => 'hangs')])).toBe('idle');
  expect([runtime.pendingCount, runtime.runningCount, world.running, clock.timers]).toEqual([0, 0, 0, 0]);
  expect(world.problems).toEqual([]);

  const seqs = events.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, i) => (seqs[0] ?? 0) + i));
  for (const { task } of tasks.values()) {
    const own = events.filter((event) => 'id' in event && event.id === task.id);
    const of = (type: RuntimeEvent['type']) => own.filter((event) => event.type === type);
    const [done] = own.flatMap((event) => (event.type === 'task:done' ? [event] : []));
    expect([of('task:registered').length, of('task:done').length]).toEqual([1, 1]);
    expect(of('task:started').length).toBeLessThanOrEqual(1);
    const path: TaskState[] = ['pending', ...(of('task:started').length ? (['running'] as const) : []), task.state];
    for (let i = 1; i < path.length; i++) {
      expect(TASK_TRANSITIONS.some(({ from, to }) => from === path[i - 1] && to === path[i])).toBe(true);
    }
    const outcome = await Promise.race([
      task.promise.then(
        () => 'success',
        () => 'failure',
      ),
      turn().then(() => 'unsettled'),
    ]);
    expect(outcome).toBe(task.state === 'success' ? 'success' : 'failure');
    expect(done?.state).toBe(task.state);
    expect(done?.endedAt).toBeGreaterThanOrEqual(done?.startedAt ?? done?.registeredAt ?? Infinity);
  }
  // A viewer that came late knows every task as one that was there from the start, bar what it could not hear.
  const quiet = new Set(['task:progress', 'task:cancel-requested', 'runtime:idle', 'runtime:changed']);
  for (const seen of world.viewers) {
    for (const event of events) if (!quiet.has(event.type)) expect(seen.get(event.seq)).toEqual(event);
  }
}

test('runtime 6 runtime 7 runtime 11 runtime 14: random programs, every interleaving', async () => {
  const runs = Number(process.env.PROPERTY_RUNS ?? 150);
  await fc.assert(
    fc.asyncProperty(options, fc.commands(commands, { maxCommands: 40 }), async (chosen, program) => {
      let world: World | undefined;
      const setup = () => {
        world = new World(chosen);
        return { model: { stopped: false }, real: world };
      };
      await fc.asyncModelRun(setup, program);
      if (world) await checkEnd(world);
    }),
    { numRuns: runs },
  );
}, 60_000);
