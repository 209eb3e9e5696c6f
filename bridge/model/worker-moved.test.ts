import { expect, it } from 'vitest';
import { Watched, Wire } from '../testing/wire.ts';

const OTHER = '0'.repeat(31).concat('2');

/** What a shared worker has done, as whichever page relays it tells it. */
function story(worker: string | undefined) {
  const wire = new Wire('w1');
  return [
    wire.created(worker === undefined ? {} : { worker }),
    wire.registered('1'),
    wire.started('1'),
    wire.done('1'),
    wire.registered('2'),
  ];
}

it('bridge 14: a shared worker that another page of the tab takes over is not shown twice', () => {
  const watched = new Watched().take(new Wire('page').created(), ...story('sync.js'));
  watched.hello(OTHER);
  watched.reducer.batch(watched.batch(story('sync.js'), OTHER));
  expect(watched.rows.map(({ id, state, session }) => [id, state, session])).toEqual([
    ['1', 'success', OTHER],
    ['2', 'pending', OTHER],
  ]);
  expect(watched.reducer.model.counts).toMatchObject({ all: 2, success: 1, pending: 1 });
  // A runtime that comes to the first page later gets a key of its own.
  watched.take(new Wire('late').created());
  const keys = [...watched.reducer.model.runtimes.values()].map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});

it('bridge 14: of runtimes that are in no worker, equal ids in two pages stay two', () => {
  const watched = new Watched().take(...story(undefined));
  watched.hello(OTHER);
  watched.reducer.batch(watched.batch(story('sync.js'), OTHER));
  expect(watched.rows).toHaveLength(4);
});
