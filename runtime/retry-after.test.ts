import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createRuntime, retry, retryAfterMs, TaskError } from './index.ts';
import { createTestClock } from './testing/index.ts';

const NOW = Date.UTC(2026, 9, 21, 7, 27, 30);

describe('retryAfterMs', () => {
  test('runtime 5: whole seconds', () => {
    expect(retryAfterMs('120')).toBe(120_000);
    expect(retryAfterMs(' 120 ')).toBe(120_000);
    expect(retryAfterMs('\t7\t')).toBe(7000);
    expect(retryAfterMs('0')).toBe(0);
  });

  test('runtime 5 Q18: all three HTTP-date forms give the wait from now', () => {
    expect(retryAfterMs('Wed, 21 Oct 2026 07:28:00 GMT', NOW)).toBe(30_000);
    expect(retryAfterMs('Wednesday, 21-Oct-26 07:28:00 GMT', NOW)).toBe(30_000);
    expect(retryAfterMs('Wed Oct 21 07:28:00 2026', NOW)).toBe(30_000);
    expect(retryAfterMs('Sun Nov  1 00:00:00 2026', NOW)).toBe(Date.UTC(2026, 10, 1) - NOW);
    expect(retryAfterMs('Wed, 21 Oct 2026 07:27:00 GMT', NOW)).toBe(0);
  });

  test('runtime 5 Q19: anything else is undefined, never a year', () => {
    for (const wrong of [
      'soon',
      '-5',
      '-1',
      '+3',
      '1.5',
      '1e3',
      '120, 60',
      '2026-10-21',
      '',
      ' ',
      '0x10',
      'Infinity',
      'NaN',
    ]) {
      expect(retryAfterMs(wrong, NOW), wrong).toBeUndefined();
    }
    expect(retryAfterMs(null)).toBeUndefined();
    expect(retryAfterMs(undefined)).toBeUndefined();
  });

  test('runtime 5: dates that do not exist, or are not GMT, are undefined', () => {
    for (const wrong of [
      'Wed, 31 Feb 2026 07:28:00 GMT',
      'Wed, 21 Okt 2026 07:28:00 GMT',
      'Wed, 21 Oct 2026 24:00:00 GMT',
      'Wed, 21 Oct 2026 07:60:00 GMT',
      'Wed, 21 Oct 2026 07:28:61 GMT',
      'Wed, 21 Oct 2026 07:28:00 CET',
      'Wed, 21 Oct 2026 07:28:00',
      'wed, 21 oct 2026 07:28:00 gmt',
      'Wed, 0 Oct 2026 07:28:00 GMT',
      'x Wed, 21 Oct 2026 07:28:00 GMT',
      'Wed Oct 32 07:28:00 2026',
    ]) {
      expect(retryAfterMs(wrong, NOW), wrong).toBeUndefined();
    }
  });

  test('runtime 5: second 60 is accepted, the weekday is not checked', () => {
    expect(retryAfterMs('Mon, 21 Oct 2026 07:27:60 GMT', NOW)).toBe(30_000);
  });

  test('runtime 5: a two-digit year over 50 years ahead is in the past', () => {
    expect(retryAfterMs('Wednesday, 21-Oct-76 07:27:30 GMT', NOW)).toBe(Date.UTC(2076, 9, 21, 7, 27, 30) - NOW);
    expect(retryAfterMs('Thursday, 21-Oct-77 07:28:00 GMT', NOW)).toBe(0);
    expect(retryAfterMs('Saturday, 01-Jan-00 00:00:00 GMT', Date.UTC(2099, 11, 31))).toBe(86_400_000);
  });

  test('runtime 5 Q21: the same in every time zone', () => {
    const script = `import { retryAfterMs } from ${JSON.stringify(new URL('./retry-after.ts', import.meta.url).href)};
      console.log(['Wed, 21 Oct 2026 07:28:00 GMT', 'Wednesday, 21-Oct-26 07:28:00 GMT', 'Wed Oct 21 07:28:00 2026'].map((h) => retryAfterMs(h, ${NOW})).join());`;
    for (const TZ of ['Asia/Shanghai', 'America/St_Johns', 'Pacific/Apia']) {
      const out = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
        env: { ...process.env, TZ },
        encoding: 'utf8',
      });
      expect(out.trim(), TZ).toBe('30000,30000,30000');
    }
  });

  test('R01: every legal and illegal shape, and a retry that waits for the third', async () => {
    const headers = [
      '120',
      '0',
      'Wed, 21 Oct 2026 07:28:00 GMT',
      'Wed, 21 Oct 2026 07:27:00 GMT',
      'soon',
      '-1',
      '',
      null,
    ];
    const waits = headers.map((header) => retryAfterMs(header, NOW));
    expect(waits).toEqual([120_000, 0, 30_000, 0, undefined, undefined, undefined, undefined]);

    const clock = createTestClock(NOW);
    const calls: number[] = [];
    const told: number[] = [];
    const body = () => {
      calls.push(clock.now() - NOW);
      if (calls.length === 1) throw new TaskError('503', { retryable: true, retryAfter: waits[2] });
      return 'ok';
    };
    const task = createRuntime({ clock }).enqueue(
      retry(body, { retries: 1, onAttempt: ({ delay }) => told.push(delay) }),
    );
    await clock.advance(29_999);
    expect(calls).toEqual([0]);
    await clock.advance(1);
    expect(calls).toEqual([0, 30_000]);
    expect(await task.promise).toBe('ok');
    expect(told).toEqual([30_000]);
  });
});
