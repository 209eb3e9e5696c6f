import { BOOLEAN, COUNT, checkOptions, FUNCTION, oneOf, wrong } from './check.ts';
import { hub, type Redact } from './hub.ts';
import type { LiveRuntime, RecordedRuntime } from './runtime-source.ts';

/** Records of runtimes that exist no more, all together, on one page. */
const AFTERLIFE = 1000;

/** How a runtime shows itself to DevTools. */
export interface DevtoolsOptions {
  /** How many finished tasks are remembered for a panel that is opened later; default 1000. */
  readonly history?: number | undefined;
  /** `'none'` remembers of an error no more than its digest; default `'errors'`. */
  readonly capture?: 'errors' | 'none' | 'all' | undefined;
  /**
   * What a viewer gets in place of a value, before anything leaves the page; `path` is where it stands: `name`, `id`,
   * `meta.url`, `error.message`, `result.0`. Values under names like `authorization` or `token` are redacted besides.
   */
  readonly redact?: Redact | undefined;
  /** `false`: DevTools may look, but neither cancel, run again, pause nor inject faults; default `true`. */
  readonly commands?: boolean | undefined;
}

export interface DevtoolsSettings {
  readonly history: number;
  readonly capture: 'errors' | 'none' | 'all';
  readonly redact: Redact | undefined;
  readonly commands: boolean;
}

const DEFAULTS: DevtoolsSettings = { history: 1000, capture: 'errors', redact: undefined, commands: true };

const RULES = {
  history: COUNT,
  capture: /* @__PURE__ */ oneOf('errors', 'none', 'all'),
  redact: FUNCTION,
  commands: BOOLEAN,
} as const;

/** `undefined`: this runtime leaves no trace. */
export function devtoolsSettings(option: boolean | DevtoolsOptions | undefined): DevtoolsSettings | undefined {
  if (option === false) return undefined;
  if (option === undefined || option === true) return DEFAULTS;
  if (typeof option !== 'object' || option === null) throw wrong('devtools', 'a boolean or an object', option);
  checkOptions(option, RULES, 'devtools.');
  const { history = DEFAULTS.history, capture = DEFAULTS.capture, redact, commands = true } = option;
  return { history, capture, redact, commands };
}

interface Announced {
  readonly source: RecordedRuntime;
  readonly withdraw: () => void;
}

/** Runtimes that were collected, oldest first: only their records are left. */
let departed: Announced[] = [];

let registry: FinalizationRegistry<Announced> | undefined;

/** Makes a runtime known to whoever watches this page. */
export function announceRuntime(source: RecordedRuntime, runtime: LiveRuntime): void {
  const announced: Announced = { source, withdraw: hub().announce(source) };
  registry ??= new FinalizationRegistry(depart);
  registry.register(runtime, announced);
}

/** The runtime is gone. Its records stay, as long as those of all departed ones fit the bound; the oldest go first, counted. */
function depart(announced: Announced): void {
  departed.push(announced);
  let surplus = departed.reduce((sum, { source }) => sum + source.records.size, 0) - AFTERLIFE;
  for (const { source } of departed) {
    if (surplus <= 0) break;
    const before = source.records.size;
    source.records.shrink(Math.max(0, before - surplus));
    surplus -= before - source.records.size;
  }
  // One that has nothing left to show goes from the hub; what it had dropped is carried on by the next.
  const [last] = departed.slice(-1);
  departed = departed.filter((one) => {
    if (one.source.records.size > 0 || one === last) return true;
    last?.source.records.inherit(one.source.records);
    one.withdraw();
    return false;
  });
}
