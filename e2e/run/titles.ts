import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Title {
  readonly file: string;
  readonly title: string;
}

/** A list of what the tests are held against: the specification's facts and the cases from the field. */
export interface Named {
  readonly id: string;
  readonly title: string;
}

const FOLDERS = ['runtime', 'bridge', 'extension', 'e2e'];
const CALL = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;

/** `runtime 18`, `B06`, `Q31`, `D31`: a fact, a case, a known fault. */
const REFERENCE = String.raw`(?:(?:runtime|bridge|panel) \d+|[RBUFP]\d{2}|[QD]\d{1,2})`;
const HEAD = new RegExp(`^${REFERENCE}(?: ${REFERENCE})*: `);
const ANYWHERE = new RegExp(String.raw`\b${REFERENCE}\b`, 'g');

/** The titles of all tests and of what they are grouped in, read from the sources. */
export function readTitles(root = '.'): Title[] {
  const titles: Title[] = [];
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (!/\.(?:test|spec)\.tsx?$/.test(name)) continue;
      const file = join(folder, name);
      for (const [, , title = ''] of readFileSync(join(root, file), 'utf8').matchAll(CALL))
        titles.push({ file, title });
    }
  }
  return titles;
}

/** What a title names before its first colon: `runtime 11 Q31: at most …` names two. */
export function referencesOf(title: string): string[] {
  return HEAD.exec(title)?.[0].match(ANYWHERE) ?? [];
}

/** What a title names elsewhere, where no list would find it. */
export function strayReferences(title: string): string[] {
  return title.replace(HEAD, '').match(ANYWHERE) ?? [];
}
