/** JSON has no Infinity, but every parser reads 1e999 as one: so the wire and recordings write it. */
export function wireJson(value: unknown): string {
  let infinite = false;
  const plain = JSON.stringify(value, (_, item: unknown) => {
    infinite ||= item === Number.POSITIVE_INFINITY || item === Number.NEGATIVE_INFINITY;
    return item;
  });
  if (!infinite) return plain;
  // Stands for it in the text; no text of the app may be taken for it.
  let token = 'infinity';
  while (plain.includes(token)) token += '_';
  const text = JSON.stringify(value, (_, item: unknown) => {
    if (item === Number.POSITIVE_INFINITY) return token;
    return item === Number.NEGATIVE_INFINITY ? `-${token}` : item;
  });
  return text.replaceAll(`"${token}"`, '1e999').replaceAll(`"-${token}"`, '-1e999');
}

/** `json`: events as JSON texts joined by commas, as they leave the page. */
export function parseEvents(json: string): unknown[] {
  return JSON.parse(`[${json}]`);
}

/** The same way back. */
export function writeEvents(events: unknown): string {
  return wireJson(events).slice(1, -1);
}
