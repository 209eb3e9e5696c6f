import type { Model } from '../../../bridge/model/model.ts';
import type { SessionModel } from '../../../bridge/model/types.ts';

/** By the key of a RuntimeModel. */
export type RuntimeLabels = ReadonlyMap<string, string>;

/** Where a document lies, without what is asked of it; an address that is none (about:srcdoc) as it is. */
function placeOf(url: string): { readonly host: string; readonly path: string } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || parsed.host === '') return { host: '', path: url };
  return { host: parsed.host, path: parsed.pathname.replace(/^\/(?=.)/, '') };
}

/** What tells a document from the top one: its path, with its host where that is another; undefined for the same. */
function documentName(session: SessionModel | undefined, top: SessionModel | undefined): string | undefined {
  if (session === undefined || top === undefined || session.url === '') return undefined;
  const here = placeOf(session.url);
  const there = placeOf(top.url);
  if (here.host === there.host) return here.path === there.path ? undefined : here.path;
  return here.host === '' ? here.path : `${here.host}/${here.path}`.replace(/\/+$/, '');
}

/**
 * A name for each runtime that no other has: its own; of another document than the top one with that document's name
 * (`uploads · widget.html`), in a worker with that one's (`uploads · sync.js`), and numbered where that is still the same (`uploads (2)`). The top document is the first
 * one that is there: it is loaded before what it embeds.
 */
export function runtimeLabels({ runtimes, sessions }: Pick<Model, 'runtimes' | 'sessions'>): RuntimeLabels {
  const known = [...sessions.values()];
  const top = known.find((session) => session.connected) ?? known.at(-1);
  const labels = new Map<string, string>();
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  for (const runtime of runtimes.values()) {
    const places = [documentName(sessions.get(runtime.session), top), runtime.worker];
    const name = [runtime.name, ...places.filter((place) => place !== undefined)].join(' · ');
    let label = name;
    for (let number = numbers.get(name) ?? 2; taken.has(label); number += 1) {
      label = `${name} (${number})`;
      numbers.set(name, number + 1);
    }
    taken.add(label);
    labels.set(runtime.key, label);
  }
  return labels;
}
