import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redaction } from './redact.ts';

const apply = (value: unknown): unknown => JSON.parse(new Redaction().apply(JSON.stringify(value)));

describe('redaction by default', () => {
  it.each([
    'authorization',
    'Proxy-Authorization',
    'cookie',
    'Set-Cookie',
    'accessToken',
    'client_secret',
    'password',
    'x-api-key',
    'apiKey',
  ])('bridge 7: the value under %s is redacted, whatever it is', (name) => {
    const entry = (value: unknown) => ({
      meta: {
        kind: 'object',
        entries: [
          ['url', '/x'],
          [name, value],
        ],
      },
    });
    expect(apply(entry('abc'))).toEqual(entry('[redacted]'));
    expect(apply(entry({ kind: 'object', entries: [['a', 'b']] }))).toEqual(entry('[redacted]'));
  });

  it('bridge 7: such parameters of URLs are redacted in any text, the rest of it stays', () => {
    const url = 'https://me:pw@api.test/u?file=a.png&access_token=xyz#id_token=q';
    const clean = 'https://[redacted]@api.test/u?file=a.png&access_token=[redacted]#id_token=[redacted]';
    expect(apply({ name: `GET ${url}`, error: { message: `failed: ${url}` } })).toEqual({
      name: `GET ${clean}`,
      error: { message: `failed: ${clean}` },
    });
  });

  it('bridge 7: ids that differ only in their secrets stay apart, and the same id stays the same', () => {
    const redaction = new Redaction();
    const id = (secret: string): string => redaction.apply(JSON.stringify({ id: `u?token=${secret}` }));
    expect(id('a')).toBe('{"id":"u?token=[redacted] #1"}');
    expect(id('b')).toBe('{"id":"u?token=[redacted] #2"}');
    expect(id('a')).toBe('{"id":"u?token=[redacted] #1"}');
  });

  it('what is harmless comes through byte for byte, Infinity included', () => {
    const json = '{"maxPending":1e999,"name":"the monkey"},{"seq":2}';
    expect(new Redaction().apply(json)).toBe(json);
    const other = '{"maxPending":1e999,"priority":-1e999,"name":"tokens"},{"seq":2}';
    expect(new Redaction().apply(other)).toBe(other);
  });

  it('never throws and keeps the form, whatever the events hold', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const json = JSON.stringify([...values, { name: 'token' }]).slice(1, -1);
        const again: unknown = JSON.parse(`[${new Redaction().apply(json)}]`);
        expect(Array.isArray(again) && again.length).toBe(values.length + 1);
      }),
    );
  });
});
