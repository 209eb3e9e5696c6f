import type { ReadonlySignal } from '@preact/signals';
import { signal } from '@preact/signals';

/** One setting of a figure: how it stands in a link. */
export interface Field<T> {
  readonly initial: T;
  /** `undefined`: nothing that this setting could be. */
  read(text: string): T | undefined;
  write(value: T): string;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type Values<F> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** One of the given words. */
export function oneOf<const W extends string>(words: readonly W[], initial: NoInfer<W>): Field<W> {
  return { initial, read: (text) => words.find((word) => word === text), write: (word) => word };
}

/** A whole number within bounds; one outside of them is taken to the nearer bound. */
export function whole(initial: number, min: number, max: number): Field<number> {
  return {
    initial,
    read: (text) => (/^\d{1,9}$/.test(text) ? Math.min(max, Math.max(min, Number(text))) : undefined),
    write: String,
  };
}

export function flag(initial: boolean): Field<boolean> {
  return {
    initial,
    read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
    write: (on) => (on ? '1' : '0'),
  };
}

export interface Settings<F> {
  readonly values: ReadonlySignal<Values<F>>;
  /** Takes the change into the address. A row of changes of the same settings (a slider that is drawn) is one entry of the history. */
  readonly set: (change: Partial<Values<F>>) => void;
  /** The address at which these settings stand; the ones left out as they are at first. */
  readonly href: (values: Partial<Values<F>>) => string;
  readonly stop: () => void;
}

type Page = Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>;

/**
 * The settings of a figure, kept in the query of the page's address and nowhere else: a link reproduces them, and back and
 * forward go through them. What the query has beyond them is left alone; a setting at its first value is not written.
 *
 * @example
 * ```ts
 * const settings = createSettings({ retries: whole(2, 0, 6) });
 * settings.set({ retries: 3 }); // ?retries=3
 * ```
 */
export function createSettings<const F extends Fields>(fields: F, page: Page = window): Settings<F> {
  const entries = Object.entries(fields);

  const readAll = (): Values<F> => {
    const query = new URLSearchParams(page.location.search);
    const read = entries.map(([name, field]) => {
      const text = query.get(name);
      return [name, (text === null ? undefined : field.read(text)) ?? field.initial];
    });
    return Object.fromEntries(read) as Values<F>;
  };

  const queryOf = (base: string, values: Readonly<Record<string, unknown>>): string => {
    const query = new URLSearchParams(base);
    for (const [name, field] of entries) {
      const text = field.write(values[name] ?? field.initial);
      // Set anew, so that the same settings make the same address, in whatever order they were chosen.
      query.delete(name);
      if (text !== field.write(field.initial)) query.set(name, text);
    }
    // The separators of our own lists read better as they are, and a query may hold them (RFC 3986 §3.4).
    const text = query.toString().replaceAll('%2C', ',').replaceAll('%28', '(').replaceAll('%29', ')');
    return text === '' ? '' : `?${text}`;
  };

  const values = signal(readAll());
  let lastChanged = '';

  const onPopState = (): void => {
    lastChanged = '';
    values.value = readAll();
  };
  page.addEventListener('popstate', onPopState);

  return {
    values,
    set(change) {
      const next = { ...values.peek(), ...change };
      const address = page.location.pathname + queryOf(page.location.search, next);
      const changed = Object.keys(change).sort().join();
      if (changed === lastChanged) page.history.replaceState(null, '', address);
      else page.history.pushState(null, '', address);
      lastChanged = changed;
      values.value = next;
    },
    href: (wanted) => queryOf('', wanted as Readonly<Record<string, unknown>>) || '?',
    stop: () => page.removeEventListener('popstate', onPopState),
  };
}
