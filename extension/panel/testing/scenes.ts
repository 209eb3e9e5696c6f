import type { TaskModel } from '../../../bridge/model/types.ts';
import { makeAttempt, makeError, makeLayer, makeRetried, makeTask, T0 } from './tasks.ts';

/** Tasks of every kind, as an upload queue at a flaky server makes them; `now` is when the panel looks. */
export function mixedTasks(now: number): readonly TaskModel[] {
  const shift = now - T0 - 6000;
  const at = (ms: number): number => T0 + shift + ms;
  const moved = (task: TaskModel): TaskModel => move(task, shift);
  const failing = makeError({ message: 'http 503' });
  return [
    moved(makeRetried('412', 'success', { name: 'upload photo-0412.jpg' })),
    moved(makeRetried('413', 'error', { name: 'upload photo-0413.jpg' })),
    makeTask({
      id: '414',
      name: 'sync /contacts',
      state: 'error',
      registeredAt: at(900),
      startedAt: at(901),
      endedAt: at(987),
      slot: 1,
      reported: 'full',
      error: makeError({ message: 'http 400', retryable: false }),
      layers: [makeLayer({ startedAt: at(901), endedAt: at(987), outcome: 'not-retryable' })],
      attempts: [
        makeAttempt({
          attempt: 1,
          startedAt: at(901),
          endedAt: at(987),
          error: makeError({ message: 'http 400', retryable: false }),
          decision: 'not-retryable',
        }),
      ],
    }),
    makeTask({
      id: '415',
      name: 'thumbnail batch',
      state: 'error',
      registeredAt: at(960),
      startedAt: at(1120),
      endedAt: at(3320),
      slot: 2,
      reported: 'full',
      error: makeError({
        name: 'TimeoutError',
        class: 'TimeoutError',
        message: 'timed out after 1000 ms',
        retryable: false,
      }),
      layers: [
        makeLayer({
          kind: 'timeout',
          options: { ms: 1000 },
          limit: undefined,
          startedAt: at(1120),
          endedAt: at(3320),
          outcome: 'timeout',
          timeoutFiredAt: at(2120),
        }),
      ],
      attempts: [makeAttempt({ attempt: 1, startedAt: at(1120), endedAt: at(3320), decision: 'timeout' })],
    }),
    makeTask({
      id: '417',
      name: 'upload video-07.mp4',
      state: 'running',
      retrying: true,
      registeredAt: at(1500),
      startedAt: at(1920),
      slot: 0,
      reported: 'full',
      layers: [makeLayer({ startedAt: at(1920), attempts: 2, limit: 4, waitingUntil: at(8400) })],
      attempts: [
        makeAttempt({
          attempt: 1,
          startedAt: at(1920),
          endedAt: at(2300),
          error: failing,
          decision: 'retried',
          plannedWait: 700,
          realWait: 702,
        }),
        makeAttempt({
          attempt: 2,
          startedAt: at(3002),
          endedAt: at(4400),
          error: makeError({ message: 'http 429', retryAfter: 4000 }),
          decision: 'retried',
          plannedWait: 4000,
        }),
      ],
    }),
    makeTask({
      id: '418',
      name: 'refresh token',
      state: 'success',
      registeredAt: at(4000),
      startedAt: at(4002),
      endedAt: at(4066),
      slot: 1,
      reported: 'full',
      layers: [makeLayer({ startedAt: at(4002), endedAt: at(4066), outcome: 'succeeded' })],
      attempts: [makeAttempt({ attempt: 1, startedAt: at(4002), endedAt: at(4066), decision: 'succeeded' })],
    }),
    makeTask({
      id: '419',
      name: 'upload photo-0415.jpg',
      state: 'running',
      registeredAt: at(4200),
      startedAt: at(4730),
      slot: 2,
      reported: 'full',
      layers: [makeLayer({ startedAt: at(4730), limit: 4 })],
      attempts: [makeAttempt({ attempt: 1, startedAt: at(4730) })],
    }),
    makeTask({
      id: '420',
      name: 'prefetch feed',
      state: 'success',
      registeredAt: at(4500),
      startedAt: at(4508),
      endedAt: at(4718),
      slot: 1,
    }),
    makeTask({
      id: '421',
      name: 'upload photo-0416.jpg',
      state: 'cancelled',
      registeredAt: at(4600),
      startedAt: at(5220),
      endedAt: at(5300),
      cancelRequestedAt: at(5290),
      slot: 1,
      reported: 'full',
      error: makeError({ name: 'CancelledError', class: 'CancelledError', message: 'cancelled', retryable: false }),
      layers: [makeLayer({ limit: 4, startedAt: at(5220), endedAt: at(5300), outcome: 'cancelled' })],
      attempts: [makeAttempt({ attempt: 1, startedAt: at(5220), endedAt: at(5300), decision: 'cancelled' })],
    }),
    makeTask({
      id: '422',
      name: 'report metrics',
      state: 'error',
      registeredAt: at(5000),
      endedAt: at(5000),
      error: makeError({
        name: 'QueueFullError',
        class: 'QueueFullError',
        message: 'the queue is full (10 pending)',
        retryable: false,
      }),
    }),
    makeTask({
      id: '428',
      name: 'cache warm-up',
      state: 'success',
      registeredAt: at(5100),
      startedAt: at(5105),
      endedAt: at(5425),
      slot: 1,
      reported: 'full',
      layers: [
        makeLayer({
          layer: 1,
          kind: 'fallback',
          options: {},
          limit: undefined,
          startedAt: at(5105),
          endedAt: at(5425),
          outcome: 'fallback',
        }),
        makeLayer({
          layer: 2,
          parent: 1,
          startedAt: at(5105),
          endedAt: at(5300),
          attempts: 2,
          limit: 2,
          outcome: 'exhausted',
        }),
      ],
      attempts: [
        makeAttempt({
          layer: 1,
          attempt: 1,
          startedAt: at(5105),
          endedAt: at(5425),
          error: failing,
          decision: 'fallback',
        }),
        makeAttempt({
          layer: 2,
          attempt: 1,
          startedAt: at(5105),
          endedAt: at(5190),
          error: failing,
          decision: 'retried',
          plannedWait: 40,
          realWait: 41,
        }),
        makeAttempt({
          layer: 2,
          attempt: 2,
          startedAt: at(5231),
          endedAt: at(5300),
          error: failing,
          decision: 'exhausted',
        }),
      ],
    }),
    makeTask({
      id: '429',
      name: '<img src=x onerror=alert(1)>',
      state: 'error',
      retryable: true,
      registeredAt: at(5300),
      startedAt: at(5310),
      endedAt: at(5400),
      slot: 1,
      error: makeError({
        name: 'TypeError',
        class: 'TypeError',
        message: 'fetch failed',
        preview: {
          kind: 'error',
          class: 'TypeError',
          entries: [
            ['message', 'fetch failed'],
            ['stack', 'TypeError: fetch failed\n    at upload (app.js:10:4)\n    at run (app.js:90:2)'],
            [
              'cause',
              {
                kind: 'error',
                class: 'Error',
                entries: [
                  ['message', 'connect ECONNREFUSED'],
                  ['code', 'ECONNREFUSED'],
                ],
              },
            ],
          ],
        },
      }),
    }),
    makeTask({
      id: '430',
      name: 'upload-\u202egnp.exe',
      registeredAt: at(5350),
      state: 'success',
      startedAt: at(5400),
      endedAt: at(5500),
    }),
    makeTask({
      id: '431',
      name: 'העלאה 42',
      registeredAt: at(5450),
      state: 'success',
      startedAt: at(5460),
      endedAt: at(5600),
    }),
    ...[432, 433, 434].map((id) =>
      makeTask({
        id: `${id}`,
        name: `upload photo-0${id - 15}.jpg`,
        registeredAt: at(5100 + (id - 432) * 100),
        registeredSeq: id,
      }),
    ),
  ];
}

function move(task: TaskModel, by: number): TaskModel {
  const shifted = (at: number | undefined): number | undefined => (at === undefined ? undefined : at + by);
  return {
    ...task,
    registeredAt: shifted(task.registeredAt),
    startedAt: shifted(task.startedAt),
    endedAt: shifted(task.endedAt),
    layers: task.layers.map((layer) => ({
      ...layer,
      startedAt: layer.startedAt + by,
      endedAt: shifted(layer.endedAt),
    })),
    attempts: task.attempts.map((attempt) => ({
      ...attempt,
      startedAt: shifted(attempt.startedAt),
      endedAt: shifted(attempt.endedAt),
    })),
  };
}

/** Many tasks, one every 40 ms, three at a time; every seventh retries, every twentieth fails. */
export function manyTasks(count: number, now: number): readonly TaskModel[] {
  const start = now - count * 40;
  return Array.from({ length: count }, (_, index) => {
    const registeredAt = start + index * 40;
    const id = `${index + 1}`;
    const base = { id, registeredAt, name: `upload photo-${String(index + 1).padStart(5, '0')}.jpg` };
    if (index >= count - 12) return makeTask(base);
    if (index % 7 === 3)
      return move(makeRetried(id, index % 20 === 10 ? 'error' : 'success', { name: base.name }), registeredAt - T0);
    const startedAt = registeredAt + 5 + (index % 11) * 9;
    if (index >= count - 15) return makeTask({ ...base, state: 'running', startedAt, slot: index % 3 });
    if (index % 20 === 9)
      return makeTask({
        ...base,
        state: 'error',
        startedAt,
        endedAt: startedAt + 60,
        error: makeError({ message: 'http 400', retryable: false }),
      });
    return makeTask({ ...base, state: 'success', startedAt, endedAt: startedAt + 40 + (index % 13) * 17 });
  });
}
