import { Reducer, type ReducerOptions } from '../../bridge/model/reducer.ts';
import { PROTOCOL_VERSION } from '../../bridge/protocol.ts';
import { HUB_VERSION } from '../../bridge/versions.ts';
import type { PanelSource, SourceStatus } from '../panel/source.ts';
import { DocumentLine, type LineContext } from './document-line.ts';
import { Pages } from './pages.ts';
import { systemTiming, type Timing } from './timing.ts';
import type { DocumentHere, Transport } from './viewer-port.ts';

export interface TabSourceOptions extends ReducerOptions {
  readonly transport: Transport;
  readonly timing?: Timing;
  /** Reloads the inspected page. */
  readonly reloadPage?: () => void;
}

/** The panel's source in the extension: everything the documents of one tab tell. */
export interface TabSource extends PanelSource {
  /** Off: the pages stop sending. On again: a snapshot; what was missed between is counted as missing. */
  recording: boolean;
  historyLimit: number;
  /** The tab shows another page (`devtools.network.onNavigated`): asks again who is there. */
  readonly navigated: (url?: string) => void;
  /** Closes every port and stops every timer. */
  readonly close: () => void;
}

/** ms between one question and the next while nobody answers: a page's relay may start a little later than the panel. */
const ASK_AGAIN = [50, 100, 200, 400, 800] as const;
/** A port that went is followed by a question after these; then the document counts as gone until it speaks by itself. */
const BACK_OFF = [50, 100, 200, 400, 800, 1_600] as const;

/**
 * Collects what the documents of one tab tell, from now on until it is closed, whether or not somebody looks.
 *
 * @example
 * ```ts
 * const source = createTabSource({ transport: chromiumTransport(browser, tabId) });
 * browser.devtools.network.onNavigated.addListener(source.navigated);
 * ```
 */
export function createTabSource(options: TabSourceOptions): TabSource {
  const { transport, timing = systemTiming } = options;
  const reducer = new Reducer(options);
  const listeners = new Set<() => void>();
  const lines = new Map<string, DocumentLine>();
  const pages = new Pages();
  const cancels = new Set<() => void>();
  /** Lines whose port went and that may come back. */
  const waiting = new Set<DocumentLine>();
  let status: SourceStatus = { state: 'connecting' };
  let url: string | undefined;
  let asking = 0;
  let relayHeard = false;
  let nobody = false;
  let closed = false;
  let preserveLog = false;
  let recording = true;

  const later = (ms: number, callback: () => void): void => {
    const cancel = timing.after(ms, () => {
      cancels.delete(cancel);
      callback();
    });
    cancels.add(cancel);
  };

  const mismatch = (theirs: number, ours: number): SourceStatus => ({ state: 'version-mismatch', theirs, ours });

  const findStatus = (): SourceStatus => {
    if (!recording) return { state: 'paused' };
    const present = [...lines.values()].filter((line) => pages.belongs(line.here));
    for (const { live, protocol = 0, hub = 0 } of present) {
      // What both know is shown all the same.
      if (live && protocol !== PROTOCOL_VERSION) return mismatch(protocol, PROTOCOL_VERSION);
      if (live && hub !== HUB_VERSION) return mismatch(hub, HUB_VERSION);
    }
    // A frame that went is no loss of the page; without its own document the page is being waited for.
    if (present.some((line) => waiting.has(line) && line.here.frameId === 0)) return { state: 'reconnecting' };
    if (present.some((line) => line.live)) return { state: 'live' };
    if (present.some((line) => waiting.has(line))) return { state: 'reconnecting' };
    if (present.some((line) => line.dialled)) return { state: 'connecting' };
    if (present.some((line) => !line.here.acknowledged)) return { state: 'could-not-connect' };
    if (present.length > 0 || relayHeard) return { state: 'no-runtime' };
    return nobody ? { state: 'not-here', url } : { state: 'connecting' };
  };

  const changed = (): void => {
    status = findStatus();
    for (const listener of [...listeners]) listener();
  };

  const ask = async (step = 0, round = ++asking): Promise<void> => {
    const heard = await transport.ask();
    if (closed || round !== asking) return;
    if (heard) {
      relayHeard = true;
      nobody = false;
    } else {
      const wait = ASK_AGAIN[step];
      if (wait === undefined) nobody = true;
      else later(wait, () => void ask(step + 1, round));
    }
    changed();
  };

  /** Its port went: a reload, the back/forward cache, a removed frame, an updated extension. Whoever is there answers. */
  const dropped = (line: DocumentLine): void => {
    if (!recording) return;
    const wait = BACK_OFF[line.failures];
    if (wait === undefined || !pages.belongs(line.here)) {
      gone(line);
      changed();
      return;
    }
    line.failures++;
    waiting.add(line);
    later(wait, () => {
      if (!waiting.has(line)) return;
      void transport.ask().then(() => {
        if (!closed && waiting.has(line) && !line.dialled) dropped(line);
      });
    });
    changed();
  };

  const gone = (line: DocumentLine): void => {
    waiting.delete(line);
    line.close(true);
    if (lines.get(line.here.documentId) === line) lines.delete(line.here.documentId);
    if (!preserveLog && !pages.belongs(line.here) && line.session) reducer.forgetSession(line.session);
  };

  const context: LineContext = {
    transport,
    timing,
    reducer,
    changed,
    dropped,
    taken: (session, by) => [...lines.values()].some((line) => line !== by && line.session === session),
  };

  const turnPage = (): void => {
    for (const line of [...lines.values()]) if (!pages.belongs(line.here)) gone(line);
    if (!preserveLog) {
      const kept = new Set([...lines.values()].map((line) => line.session));
      for (const session of [...reducer.model.sessions.keys()]) if (!kept.has(session)) reducer.forgetSession(session);
    }
  };

  const dial = (line: DocumentLine): void => {
    const { hasRuntime, acknowledged } = line.here;
    if (!recording || !hasRuntime || !acknowledged || line.dialled) return;
    waiting.delete(line);
    line.dial();
  };

  const onHere = (here: DocumentHere): void => {
    relayHeard = true;
    nobody = false;
    if (pages.spoke(here)) turnPage();
    let line = lines.get(here.documentId);
    if (line) line.here = here;
    else {
      line = new DocumentLine(here, context);
      lines.set(here.documentId, line);
    }
    dial(line);
    changed();
  };

  const stopHearing = transport.onHere(onHere);
  void ask();

  return {
    model: reducer.model,
    get status() {
      return status;
    },
    get preserveLog() {
      return preserveLog;
    },
    set preserveLog(value) {
      preserveLog = value;
    },
    get historyLimit() {
      return reducer.maxTasks;
    },
    set historyLimit(value) {
      reducer.maxTasks = value;
      changed();
    },
    get recording() {
      return recording;
    },
    set recording(value) {
      if (value === recording) return;
      recording = value;
      waiting.clear();
      for (const line of lines.values()) {
        if (recording) dial(line);
        else line.close(false);
      }
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear() {
      reducer.clear();
      // What a page holds of the past goes with it.
      for (const line of lines.values()) if (line.live) void line.command({ type: 'forget' });
      changed();
    },
    reloadPage: options.reloadPage,
    async expand(session, ref) {
      const line = [...lines.values()].find((one) => one.live && one.session === session);
      return line?.expand(ref);
    },
    async command(session, command) {
      const line = [...lines.values()].find((one) => one.live && one.session === session);
      return line?.command(command) ?? { ok: false, reason: 'gone' };
    },
    navigated(to) {
      url = to;
      relayHeard = false;
      nobody = false;
      void ask();
    },
    close() {
      closed = true;
      stopHearing();
      for (const cancel of [...cancels]) cancel();
      for (const line of lines.values()) line.close(false);
      lines.clear();
      listeners.clear();
    },
  };
}
