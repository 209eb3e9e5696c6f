import { effect } from '@preact/signals';
import { expect, test } from 'vitest';
import { createManualTiming } from '../testing/manual-timing.ts';
import { makeTask, T0 } from '../testing/tasks.ts';
import { createTestSource } from '../testing/test-source.ts';
import { createFeed } from './feed.ts';

test('panel: any number of changes is drawn once a frame', () => {
  const timing = createManualTiming();
  const source = createTestSource();
  const feed = createFeed(source, timing);
  let drawn = -1;
  effect(() => {
    void feed.revision.value;
    drawn += 1;
  });
  for (let id = 0; id < 50; id += 1) source.put(makeTask({ id: `${id}` }));
  expect(drawn).toBe(0);
  expect(timing.framesAsked()).toBe(1);
  timing.frame();
  expect(drawn).toBe(1);
  expect(timing.frame()).toBe(false);
  feed.stop();
});

test('bridge 10: a hidden panel draws nothing and asks for no frame or timer; shown again, it draws what came', () => {
  const timing = createManualTiming();
  const source = createTestSource([makeTask({ id: '1' })]);
  const feed = createFeed(source, timing);
  feed.setVisible(false);
  const before = timing.framesAsked();
  source.put(makeTask({ id: '2' }));
  expect(timing.framesAsked()).toBe(before);
  expect(timing.timers()).toBe(0);
  feed.setVisible(true);
  timing.frame();
  expect(feed.revision.value).toBe(1);
  feed.stop();
  source.put(makeTask({ id: '3' }));
  expect(timing.frame()).toBe(false);
  expect(timing.timers()).toBe(0);
});

test('panel: time moves only while something is pending or running, and the source is live', () => {
  const timing = createManualTiming();
  const source = createTestSource([makeTask({ id: '1', state: 'success', startedAt: T0, endedAt: T0 })]);
  const feed = createFeed(source, timing);
  expect(timing.timers()).toBe(0);
  source.put(makeTask({ id: '2', state: 'running', startedAt: T0 }));
  timing.frame();
  timing.advance(1000);
  expect(feed.now.value).toBe(T0 + 1000);
  source.setStatus({ state: 'reconnecting' });
  timing.frame();
  timing.advance(1000);
  expect(timing.timers()).toBe(0);
  feed.stop();
});

test('panel 3: with many tasks paints are further apart, so that looking through them stays a small share', () => {
  const timing = createManualTiming();
  const source = createTestSource(Array.from({ length: 50_000 }, (_, id) => makeTask({ id: `${id}` })));
  const feed = createFeed(source, timing);
  source.put(makeTask({ id: 'a' }));
  timing.frame();
  expect(feed.revision.value).toBe(1);
  source.put(makeTask({ id: 'b' }));
  timing.frame();
  expect(feed.revision.value).toBe(1);
  timing.advance(51);
  timing.frame();
  expect(feed.revision.value).toBe(2);
  feed.stop();
});
