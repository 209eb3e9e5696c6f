import { expect, it } from 'vitest';
import { SESSION } from '../../bridge/testing/wire.ts';
import { ViewerLine } from './viewer-line.ts';

it('bridge 13: only a viewer that has heard how its batches are counted now goes on where it was', () => {
  const said: { readonly type: string; readonly resumed?: boolean; readonly batch?: number }[] = [];
  let events = 0;
  const line: ViewerLine = new ViewerLine({
    number: 1,
    session: SESSION,
    command: () => '',
    epoch: () => 0,
    about: () => ({ hub: 1, url: 'http://app.test/', since: 1 }),
    ask: (verb) => {
      if (verb === 'pull') line.events('{"type":"any"}', [++events, 0, 0, false]);
      return '';
    },
  });
  line.connect((text) => said.push(JSON.parse(text)));
  const attach = { type: 'attach', protocol: 1, resume: { session: SESSION, batch: 1 } } as const;
  const batch = (): void => {
    line.waits();
    line.turn();
  };
  // It had a batch 1 of an earlier line. The hello that says that this one begins anew is lost: it has not that batch 1.
  line.take(attach);
  batch();
  line.take(attach);
  expect(said.map(({ type, resumed, batch: of }) => [type, resumed ?? of])).toEqual([
    ['hello', false],
    ['batch', 1],
    ['hello', false],
  ]);
  batch();
  line.take({ type: 'ack', batch: 1 });
  line.take(attach);
  expect(said.at(-1)).toMatchObject({ type: 'hello', resumed: true });
});
