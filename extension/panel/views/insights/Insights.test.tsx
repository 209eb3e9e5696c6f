// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openRecordingSource } from '../../recording-source.ts';
import { memoryStorage, type RenderedPanel, renderPanel } from '../../testing/render-panel.ts';
import { makeTask } from '../../testing/tasks.ts';

/** One entry of the log that the runtimes themselves wrote, as far as it is looked at here. */
interface Entry {
  readonly kind: 'task' | 'layer';
  /** Of a layer's step. */
  readonly task: string;
  readonly event: {
    readonly type: string;
    readonly id: string;
    readonly name: string;
    readonly at: number;
    readonly layer: number;
    readonly parentLayer?: number;
    readonly kind: string;
    readonly attempt: number;
    readonly decision: string;
    readonly planned?: number;
    readonly error?: { readonly type?: string; readonly retryable: boolean; readonly retryAfter?: number };
  };
}

const unpacked = (name: string): Buffer => gunzipSync(readFileSync(`e2e/data/${name}.jsonl.gz`));

const log: Entry[] = unpacked('flaky-10k.log')
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Entry => JSON.parse(line));

const nameOf = new Map(log.flatMap(({ event }) => (event.type === 'task:registered' ? [[event.id, event.name]] : [])));
const idOf = ({ kind, task, event }: Entry): string => (kind === 'layer' ? task : event.id);

/** Tasks as the view names them: the name, and the id without its runtime's. */
const named = (ids: Iterable<string>): string[] =>
  [...new Set(ids)].map((id) => `${nameOf.get(id)}${id.replace(/^[0-9a-f]{12}/, '').replace(/^-/, '#')}`).sort();

/** The kinds of a task's layers, by number, and what became of each attempt. */
const layers = new Map<string, { readonly kind: string; readonly parent: number | undefined; attempts: number }>();
for (const { kind, task, event } of log) {
  if (kind !== 'layer') continue;
  const key = `${task} ${event.layer}`;
  if (event.type === 'layer-start') layers.set(key, { kind: event.kind, parent: event.parentLayer, attempts: 0 });
  const layer = layers.get(key);
  if (layer && event.type === 'attempt-start') layer.attempts = event.attempt;
}

let panel: RenderedPanel | undefined;

const part = (rule: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-rule="${rule}"]`);
  if (found === null) throw new Error(`expected an insight ${rule}`);
  return found;
};
const showAll = (rule: string): void => {
  for (const button of within(part(rule)).queryAllByRole('button', { name: /^Show \d+ more$/ }))
    fireEvent.click(button);
};
const tasksIn = (rule: string): string[] =>
  [...part(rule).querySelectorAll('.insight__task')].map((task) => task.textContent ?? '').sort();

const loaded = async (): Promise<void> => {
  while (document.querySelector('.lazy-view__loading') !== null) await act(() => new Promise(setImmediate));
};

describe('five questions of the 10 000 tasks', () => {
  beforeAll(async () => {
    const storage = memoryStorage();
    storage.kept.set('tasklens.panel.view', '"insights"');
    const source = await openRecordingSource(new Uint8Array(unpacked('flaky-10k')), 'flaky-10k.jsonl');
    panel = await renderPanel([], { over: source, storage });
    await loaded();
  }, 60_000);
  afterAll(() => {
    panel?.unmount();
    panel = undefined;
  });

  const told = (rule: string, ids: Iterable<string>): void => {
    showAll(rule);
    const expected = named(ids);
    expect(expected.length).toBeGreaterThan(5);
    expect(tasksIn(rule)).toEqual(expected);
  };

  it('panel 5: which tasks are typed network but not retryable', () => {
    told(
      'network-not-retryable',
      log.filter(({ event }) => event.error?.type === 'network' && !event.error.retryable).map(idOf),
    );
  });

  it('panel 5: when retries landed together', () => {
    const planned = new Map<string, number>();
    const starts = new Map<number, { readonly at: number; readonly task: string }[]>();
    for (const { kind, task, event } of log) {
      if (kind !== 'layer') continue;
      const key = `${task} ${event.layer}`;
      if (event.type === 'attempt-end') planned.set(key, event.planned ?? 0);
      const wait = planned.get(key) ?? 0;
      if (event.type !== 'attempt-start' || event.attempt === 1 || wait === 0) continue;
      starts.set(wait, [...(starts.get(wait) ?? []), { at: event.at, task }]);
    }
    const moments: { readonly at: number; readonly tasks: number }[] = [];
    for (const of of starts.values()) {
      for (let rest = of; rest.length > 0; ) {
        const [first] = rest;
        const group = rest.filter(({ at }) => at < (first?.at ?? 0) + 50);
        const tasks = new Set(group.map(({ task }) => task)).size;
        if (tasks >= 5) moments.push({ at: first?.at ?? 0, tasks });
        rest = rest.slice(tasks >= 5 ? group.length : 1);
      }
    }
    showAll('retries-together');
    const shown = [...part('retries-together').querySelectorAll('.insight__moment')].map(
      (moment) => moment.textContent,
    );
    expect(moments.length).toBeGreaterThan(5);
    expect(shown).toEqual(
      moments
        .sort((a, b) => a.at - b.at)
        .map(({ at, tasks }) => {
          const time = new Date(at);
          return `${time.toTimeString().slice(0, 8)}.${String(time.getMilliseconds()).padStart(3, '0')}, ${tasks} tasks`;
        }),
    );
  });

  it('panel 5: which ignored their signal', () => {
    const fired = new Map<string, number>();
    const late: string[] = [];
    for (const { kind, task, event } of log) {
      const key = `${task} ${event.layer}`;
      if (kind === 'layer' && event.type === 'timeout-fired') fired.set(key, event.at);
      if (kind === 'layer' && event.type === 'layer-end' && event.at - (fired.get(key) ?? event.at) > 250)
        late.push(task);
    }
    told('signal-ignored', late);
  });

  it('panel 5: where nested retries multiplied', () => {
    const multiplied: string[] = [];
    for (const [key, { kind, parent, attempts }] of layers) {
      const [task = ''] = key.split(' ');
      const outer = layers.get(`${task} ${parent}`);
      if (kind === 'retry' && outer?.kind === 'retry' && attempts > 1 && outer.attempts > 1) multiplied.push(task);
    }
    told('retries-multiply', multiplied);
  });

  it('panel 5: where Retry-After was ignored', () => {
    told(
      'retry-after-ignored',
      log
        .filter(({ event: { error, planned } }) => planned !== undefined && planned + 1 < (error?.retryAfter ?? 0))
        .map(idOf),
    );
  });

  it('panel 5: a task there is a way to its details, beside the view', () => {
    const [task] = part('signal-ignored').querySelectorAll('.insight__task');
    if (task) fireEvent.click(task);
    expect(screen.getByRole('region', { name: 'Task details' }).textContent).toContain('upload video');
    expect(task?.getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the Insights view', () => {
  afterEach(() => panel?.unmount());

  it('panel 6: says so when no rule has anything to say', async () => {
    const storage = memoryStorage();
    storage.kept.set('tasklens.panel.view', '"insights"');
    panel = await renderPanel([makeTask({ id: 'a' })], { storage });
    await loaded();
    expect(panel.element.textContent).toContain('Nothing to say');
  });

  it('panel 8: speaks Chinese where the panel does', async () => {
    const storage = memoryStorage();
    storage.kept.set('tasklens.panel.view', '"insights"');
    panel = await renderPanel([makeTask({ id: 'a' })], { storage, languages: ['zh-CN'] });
    await loaded();
    expect(panel.element.textContent).toContain('没有发现问题');
  });
});
