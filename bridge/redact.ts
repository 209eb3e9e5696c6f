import { parseEvents, writeEvents } from './wire-json.ts';

/**
 * What no viewer gets to see unless somebody goes out of his way: values under names like these, wherever they stand in a
 * picture, and such parameters of URLs in any text. An app's own `devtools.redact` comes before it.
 */
const SECRET = 'authorization|cookie|token|secret|passw(?:or)?d|passphrase|api[-_]?key|credential|private[-_]?key';

/** A quick look at a whole text: most carry nothing of the kind, and are left as they are. */
const SUSPECT = new RegExp(`${SECRET}|//[^\\s/"@]*:[^\\s/"@]*@`, 'i');
const NAME = new RegExp(SECRET, 'i');
const IN_URL = new RegExp(`([?&#;][^=&#;\\s"]*(?:${SECRET})[^=&#;\\s"]*=)[^&#;\\s"']+`, 'gi');
const USER_INFO = /(\/\/)[^\s/"@]*:[^\s/"@]*@/g;

const REDACTED = '[redacted]';

/** Fields that name a task: two that differ must differ afterwards too. */
const NAMES_TASK: ReadonlySet<string> = new Set(['id', 'parent', 'rerunOf']);

/** Numbers the redacted ids of one document, so that they stay apart; bounded. */
export class Redaction {
  readonly #ids = new Map<string, string>();

  /** `json`: events as JSON texts joined by commas, or one picture. */
  apply(json: string): string {
    if (!SUSPECT.test(json)) return json;
    return writeEvents(this.#walk(parseEvents(json), ''));
  }

  #walk(value: unknown, key: string): unknown {
    if (typeof value === 'string') return NAMES_TASK.has(key) ? this.#id(value) : withoutSecrets(value);
    if (Array.isArray(value)) {
      // An entry of a picture: [name, value].
      const [name] = value;
      if (value.length === 2 && typeof name === 'string' && NAME.test(name)) return [name, REDACTED];
      return value.map((item: unknown) => this.#walk(item, ''));
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.#walk(item, name)]));
  }

  #id(id: string): string {
    const shown = withoutSecrets(id);
    if (shown === id) return id;
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const numbered = `${shown} #${this.#ids.size + 1}`;
    if (this.#ids.size < 10_000) this.#ids.set(id, numbered);
    return numbered;
  }
}

function withoutSecrets(text: string): string {
  return text.replace(IN_URL, `$1${REDACTED}`).replace(USER_INFO, `$1${REDACTED}@`);
}
