import { performance } from 'node:perf_hooks';
import type { RuntimeEvent } from 'tasklens';
import type * as EventBusModule from '../event-bus.ts';
import { middle } from './rounds.ts';
import type { Row, Suite } from './row.ts';

const EMITS = 200_000;
const ROUNDS = 40;

/** The bus of the built package: its inside, for an app has no way to emit. */
async function builtBus(): Promise<EventBusModule.EventBus> {
  const built: typeof EventBusModule = await import(
    new URL('../../dist/lib/runtime/event-bus.js', import.meta.url).href
  );
  return new built.EventBus();
}

const event = (seq: number): RuntimeEvent => ({
  type: 'task:progress',
  runtimeId: 'bench',
  seq,
  at: seq,
  id: 'bench-1',
  value: seq,
});

/** What an event costs that is built, with nobody and with one to hear it. */
export const emit: Suite = {
  id: 'emit',
  group: 'runtime',
  async measure() {
    const rows: Row[] = [];
    for (const [listeners, atMost] of [
      [0, 5],
      [1, 40],
    ] as const) {
      const bus = await builtBus();
      let heard = 0;
      if (listeners === 1) bus.on('task:progress', () => heard++);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        heard = 0;
        const start = performance.now();
        for (let i = 0; i < EMITS; i++) bus.emit(event(i));
        times.push(((performance.now() - start) * 1e6) / EMITS);
        if (heard !== listeners * EMITS) throw new Error(`${heard} events heard`);
      }
      rows.push({
        id: `emit-${listeners}`,
        what: `emit, event built, ${listeners} guarded listener${listeners === 1 ? '' : 's'}`,
        unit: 'ns',
        goal: { atMost },
        plausible: [0.05, 10_000],
        ...middle(times.slice(ROUNDS / 4)),
      });
    }
    return rows;
  },
};
