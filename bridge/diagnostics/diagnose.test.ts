import { describe, expect, it } from 'vitest';
import { TaskError } from '../../runtime/index.ts';
import { traced } from '../page/traced.ts';
import { recorded } from '../testing/diagnosed.ts';
import { Watched, Wire, wireError } from '../testing/wire.ts';
import { diagnose } from './diagnose.ts';
import { RULE_IDS } from './rule.ts';
import { WORDS } from './words.ts';

describe('diagnose', () => {
  it('bridge 21: has nothing to say of tasks that succeed, wait or are retried as they should be', async () => {
    const model = await recorded(({ run, failing }) => {
      run(() => {});
      run(
        traced.retry(
          failing(1, () => new TaskError('503', { retryable: true })),
          { retries: 2, delay: 30 },
        ),
      );
      run(() => new Promise(() => {}));
    }, 1_000);
    expect(diagnose(model)).toEqual([]);
  });

  it('bridge 21: tells the gravest first, each rule once, with every task that shows it', async () => {
    const model = await recorded(({ run, failing }) => {
      for (let i = 0; i < 3; i++) {
        run(
          traced.retry(
            failing(1, () => new ReferenceError('x is not defined')),
            { retries: 1 },
          ),
        );
        run(
          traced.retry(
            failing(1, () => new TaskError('down', { type: 'network' })),
            { retries: 1 },
          ),
        );
      }
    }, 1_000);
    expect(diagnose(model).map(({ rule, severity, tasks }) => [rule, severity, tasks.length])).toEqual([
      ['bug-retried', 'error', 3],
      ['network-not-retryable', 'warning', 3],
    ]);
  });

  it('bridge 21: called again it tells what has come since', () => {
    const watched = new Watched();
    const wire = new Wire();
    watched.take(wire.created(), wire.registered('a'), wire.started('a'));
    watched.take(wire.done('a', { state: 'error', error: wireError({ type: 'network' }) }));
    expect(diagnose(watched.reducer.model)[0]?.tasks).toHaveLength(1);
    watched.take(wire.registered('b'), wire.started('b'));
    watched.take(wire.done('b', { state: 'error', error: wireError({ type: 'network' }) }));
    expect(diagnose(watched.reducer.model)[0]?.tasks).toHaveLength(2);
    watched.reducer.clear();
    expect(diagnose(watched.reducer.model)).toEqual([]);
  });

  it('bridge 21: every rule says in words what was seen and how to mend it', () => {
    expect(Object.keys(WORDS).sort()).toEqual([...RULE_IDS].sort());
    for (const { title, why, mend } of Object.values(WORDS)) {
      const said = why({ tasks: 2, worst: 1234, example: 'thing' });
      expect(title.length).toBeGreaterThan(10);
      expect(said).toMatch(/\b2 tasks\b/);
      expect(mend.length).toBeGreaterThan(20);
    }
  });
});
