import type { SessionModel } from '../../../bridge/model/types.ts';

/** What the documents are called, by session, so that no two are alike: `app.example/cart`, and `(2)` after the next one. */
export function documentLabels(sessions: ReadonlyMap<string, SessionModel>): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const numbers = new Map<string, number>();
  for (const { session, url } of sessions.values()) {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    const name = parsed === undefined || parsed.host === '' ? url : (parsed.host + parsed.pathname).replace(/\/$/, '');
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    labels.set(session, number === 1 ? name : `${name} (${number})`);
  }
  return labels;
}
