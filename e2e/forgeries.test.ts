import { describe, expect, it } from 'vitest';
import { receive } from '../bridge/schema.ts';
import { readDownstream } from '../extension/port/downstream.ts';
import { isWho, PORT_NAME, WHO as REAL_WHO } from '../extension/port/here.ts';
import { DOWNSTREAM, FORGED, HERE, PULLED, UPSTREAM, WHO } from './lab/pages/forgeries.ts';

// A forgery proves something only while it is a perfect copy: each would be taken, had it come by the right way.
describe('B10: the forgeries of the lab are perfect copies', () => {
  it('B10: a viewer would take each message of a page, with every event in it', () => {
    for (const message of UPSTREAM) {
      const { message: taken, refused } = receive(JSON.stringify(message));
      expect(refused, message.type).toBe(0);
      expect(taken, message.type).toEqual(message);
    }
    const batch = UPSTREAM.find((message) => message.type === 'batch');
    expect(PULLED[1]).toBe(batch?.events.map((event) => JSON.stringify(event)).join(','));
  });

  it('B10: a page would take each message of a viewer', () => {
    for (const message of DOWNSTREAM) expect(readDownstream(message), message.type).toEqual(message);
  });

  it('B10: a relay would answer the question and a viewer hear the answer', () => {
    expect(isWho(WHO)).toBe(true);
    expect(WHO).toEqual(REAL_WHO);
    expect(Object.keys(HERE)).toEqual(['tasklens', 'url', 'since', 'hasRuntime', 'acknowledged']);
    expect(PORT_NAME).toBe('tasklens');
  });

  it('B10: among them is what the case names', () => {
    for (const one of [null, 'hello', 7, {}]) expect(FORGED).toContainEqual(one);
  });
});
