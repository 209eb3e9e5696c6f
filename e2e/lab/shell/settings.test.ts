import { afterEach, describe, expect, it } from 'vitest';
import { createSettings, flag, oneOf, whole } from './settings.ts';

/** A window as far as settings know one. */
function createPage(search: string) {
  const entries = [search];
  let at = 0;
  let listener: (() => void) | undefined;
  const address = (url: string): string => url.replace('/stop.html', '');
  const page = {
    location: {
      pathname: '/stop.html',
      get search() {
        return entries[at] ?? '';
      },
    },
    history: {
      pushState: (_data: unknown, _title: string, url: string) => {
        at += 1;
        entries.splice(at, entries.length, address(url));
      },
      replaceState: (_data: unknown, _title: string, url: string) => {
        entries[at] = address(url);
      },
    },
    addEventListener: (_type: string, heard: () => void) => {
      listener = heard;
    },
    removeEventListener: () => {
      listener = undefined;
    },
  };
  return {
    page: page as unknown as Window,
    entries,
    back() {
      at -= 1;
      listener?.();
    },
    heard: () => listener !== undefined,
  };
}

const FIELDS = { policy: oneOf(['continue', 'stop'], 'continue'), retries: whole(2, 0, 6), late: flag(false) };

describe('settings of a figure', () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  const create = (search: string) => {
    const world = createPage(search);
    const settings = createSettings(FIELDS, world.page);
    stops.push(settings.stop);
    return { ...world, settings };
  };

  it('are read from the address, within their bounds; what they cannot be is their first value', () => {
    const read = (search: string) => create(search).settings.values.value;
    expect(read('')).toEqual({ policy: 'continue', retries: 2, late: false });
    expect(read('?policy=stop&retries=5&late=1')).toEqual({ policy: 'stop', retries: 5, late: true });
    expect(read('?policy=perhaps&retries=-1&late=yes')).toEqual({ policy: 'continue', retries: 2, late: false });
    expect(read('?retries=99')).toMatchObject({ retries: 6 });
  });

  it('are written to the address, first values left out, what is not theirs left alone', () => {
    const { settings, entries } = create('?panel=off');
    settings.set({ policy: 'stop' });
    expect(entries.at(-1)).toBe('?panel=off&policy=stop');
    settings.set({ policy: 'continue', late: true });
    expect(entries.at(-1)).toBe('?panel=off&late=1');
    expect(settings.href({ retries: 4 })).toBe('?retries=4');
    expect(settings.href({})).toBe('?');
  });

  it('go back as a whole; a row of changes of one of them is one step', () => {
    const { settings, entries, back } = create('');
    for (const retries of [3, 4, 5]) settings.set({ retries });
    settings.set({ policy: 'stop' });
    expect(entries).toEqual(['', '?retries=5', '?policy=stop&retries=5']);
    back();
    expect(settings.values.value).toMatchObject({ policy: 'continue', retries: 5 });
    // After going back the same setting is a step of its own again.
    settings.set({ policy: 'stop' });
    expect(entries).toEqual(['', '?retries=5', '?policy=stop&retries=5']);
  });

  it('listen no more when they are stopped', () => {
    const { settings, heard } = create('');
    expect(heard()).toBe(true);
    settings.stop();
    expect(heard()).toBe(false);
  });
});
