import { describe, expect, it } from 'vitest';
import { flaky100k } from './hundred-thousand.ts';
import { flaky10k, flaky10kLog } from './kept.ts';
import { flakyWorkload } from './workload.ts';

describe('the workload of flaky tasks', () => {
  it('the same seed tells the same story, to the event', async () => {
    const first = await flakyWorkload(300, 7);
    const second = await flakyWorkload(300, 7);
    expect(second.log).toEqual(first.log);
    expect((await flakyWorkload(300, 8)).log).not.toEqual(first.log);
  });

  it('what is kept is a recording of 10 000 tasks, with work left to do at its end, and says nothing of the machine', () => {
    const text = flaky10k().toString('utf8');
    const log = flaky10kLog();
    const count = (type: string): number => log.filter((entry) => entry.event.type === type).length;
    expect(count('task:registered')).toBe(10_000);
    expect(text.split('"type":"task:registered"')).toHaveLength(10_001);
    const ids = (type: string): Set<string> =>
      new Set(log.flatMap(({ event }) => (event.type === type && 'id' in event ? [event.id] : [])));
    const [started, done] = [ids('task:started'), ids('task:done')];
    expect([...ids('task:registered')].filter((id) => !started.has(id) && !done.has(id)).length).toBeGreaterThan(20);
    expect([...started].filter((id) => !done.has(id)).length).toBeGreaterThan(5);
    expect(count('timeout-fired')).toBeGreaterThan(50);
    expect(text).not.toMatch(/file:\/\/|node_modules|\/runtime\//);
  });

  it('panel 3: flaky-100k has its shares of two attempts and failures, and forty stacks', () => {
    const tasks = 20_000;
    const text = [...flaky100k(tasks)].join('');
    const share = (part: string): number => (text.split(part).length - 1) / tasks;
    expect(share('"attempt":2,"decision"')).toBeCloseTo(0.2, 1);
    expect(share('"state":"error"')).toBeCloseTo(0.05, 2);
    expect(new Set(text.match(/a\.js:\d+:0/g)).size).toBe(40);
  });
});
