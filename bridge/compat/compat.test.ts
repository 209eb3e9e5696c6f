import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Reducer } from '../model/reducer.ts';
import type { TaskModel } from '../model/types.ts';
import { PROTOCOL_VERSION } from '../protocol.ts';
import { receive } from '../schema.ts';

// What each released protocol says, as a real page and a real extension said it (`npm run compat`): every later reader
// understands it. The files are never changed.
const here = new URL('.', import.meta.url).pathname;
const recorded = readdirSync(here).filter((file) => file.endsWith('.jsonl'));

const sum = (row: TaskModel): string => `${row.state}, ${row.reported} ${row.attempts.length}`;

function replay(file: string): { readonly reducer: Reducer; readonly refused: number; readonly kinds: Set<string> } {
  const reducer = new Reducer();
  const kinds = new Set<string>();
  let refused = 0;
  for (const line of readFileSync(`${here}${file}`, 'utf8').split('\n')) {
    if (line === '') continue;
    const received = receive(line);
    refused += received.refused;
    const { message } = received;
    if (message?.type === 'hello') reducer.hello(message);
    else if (message?.type === 'batch') {
      reducer.batch(message);
      for (const { type } of message.events) kinds.add(type);
    }
  }
  return { reducer, refused, kinds };
}

describe('the streams of released protocols', () => {
  it('bridge 16: each version up to this one has its recording', () => {
    const versions = Array.from({ length: PROTOCOL_VERSION }, (_, index) => `v${index + 1}.jsonl`);
    expect(recorded.sort()).toEqual(versions.sort());
  });

  it.each(recorded)('bridge 16: %s is understood, whole', (file) => {
    const { reducer, refused } = replay(file);
    const { model } = reducer;
    expect(refused).toBe(0);
    expect([...model.sessions.values()].map(({ protocol }) => `v${protocol}.jsonl`)).toEqual([file]);
    expect([...model.runtimes.values()].map(({ missing }) => missing).every((missing) => missing === 0)).toBe(true);
    for (const row of model.tasks.values()) {
      expect(row.partial, row.name).toBe(false);
      expect(row.violations, row.name).toEqual([]);
    }
  });

  it('bridge 16: of version 1 every task has come to the end that it had, with its attempts', () => {
    const { reducer, kinds } = replay('v1.jsonl');
    const seen = new Map<string, string[]>();
    for (const row of reducer.model.tasks.values()) seen.set(row.name, [...(seen.get(row.name) ?? []), sum(row)]);
    // Once told as the past, once live.
    const twice = (what: string): string[] => [what, what];
    expect(Object.fromEntries(seen)).toMatchObject({
      success: twice('success, none 0'),
      error: twice('error, none 0'),
      progress: twice('success, none 0'),
      retried: twice('success, full 3'),
      exhausted: twice('error, full 2'),
      'timed out': twice('error, full 1'),
      silent: twice('error, full 1'),
      'fallen back': twice('success, full 4'),
      'reported only': twice('success, retries 1'),
      parent: twice('success, none 0'),
      child: twice('success, none 0'),
      cancelled: twice('cancelled, none 0'),
      'cancelled while it runs': twice('cancelled, none 0'),
    });
    expect([...kinds].sort()).toEqual(
      [
        'attempt-end',
        'attempt-start',
        'layer-end',
        'layer-start',
        'retry-reported',
        'runtime:changed',
        'runtime:created',
        'runtime:idle',
        'snapshot:end',
        'snapshot:start',
        'task:cancel-requested',
        'task:done',
        'task:progress',
        'task:registered',
        'task:started',
        'timeout-fired',
        'wait-end',
      ].sort(),
    );
  });
});
