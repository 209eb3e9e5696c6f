import type { LayerTrace, TaskTrace } from '../trace/trace.ts';
import { formatMs } from './units.ts';

/** What a stretch of a timeline shows; the same marks as in the panel's waterfall, and a bracket for a layer. */
export type SpanKind = 'wait' | 'ok' | 'fail' | 'run' | 'off' | 'backoff' | 'layer';

/** ms */
export interface Span {
  readonly kind: SpanKind;
  readonly from: number;
  readonly to: number;
  readonly text?: string;
}

export interface Mark {
  readonly kind: 'timeout' | 'exit' | 'reset' | 'start';
  readonly at: number;
}

/** One row of a timeline. */
export interface Track {
  readonly name: string;
  readonly note?: string;
  readonly spans: readonly Span[];
  readonly marks: readonly Mark[];
}

export const callSpans = (task: TaskTrace, now: number, part?: 'main' | 'fallback'): Span[] =>
  task.calls
    .filter((call) => part === undefined || call.part === part)
    .map(({ from, to, outcome }) => ({ kind: outcome ?? 'run', from, to: to ?? now }));

/** The waits between attempts, as they were, or as long as they have lasted. */
export function waitSpans(layers: readonly LayerTrace[], now: number): Span[] {
  return layers
    .filter(({ kind }) => kind === 'retry' || kind === 'repeat')
    .flatMap(({ attempts, to: ended }) =>
      attempts.flatMap(({ to, planned, real }): Span[] => {
        if (to === undefined || planned === undefined) return [];
        return [
          { kind: 'backoff', from: to, to: real === undefined ? Math.min(ended ?? now, to + planned) : to + real },
        ];
      }),
    );
}

/** A task as a row: its wait in the queue, each call of its body, the waits between them, and the two moments of a timeout. */
export function taskTrack(task: TaskTrace, now: number, note?: string): Track {
  const timeouts = task.layers.flatMap((layer) => layer.timeouts);
  const [firstExit] = timeouts.length > 0 ? task.calls.flatMap(({ to }) => to ?? []).slice(-1) : [];
  return {
    name: task.name,
    ...(note === undefined ? {} : { note }),
    spans: [
      { kind: 'wait', from: task.registeredAt, to: task.startedAt ?? task.endedAt ?? now },
      ...callSpans(task, now),
      ...waitSpans(task.layers, now),
    ],
    marks: [
      ...task.resets.map((at): Mark => ({ kind: 'reset', at })),
      ...timeouts.map((at): Mark => ({ kind: 'timeout', at })),
      ...(firstExit === undefined ? [] : [{ kind: 'exit', at: firstExit } satisfies Mark]),
    ],
  };
}

const SAID: Readonly<Record<SpanKind, string>> = {
  wait: 'queued',
  ok: 'call that succeeds',
  fail: 'call that fails',
  run: 'call under way',
  off: 'call that was cancelled',
  backoff: 'wait between attempts',
  layer: '',
};

const MARKED: Readonly<Record<Mark['kind'], string>> = {
  timeout: 'timeout fires',
  exit: 'body exits',
  reset: 'sign of life',
  start: 'starts',
};

/** The row in words: what a reader hears who does not see it. */
export function inWords({ name, spans, marks }: Track): string {
  const parts = [
    ...spans
      .filter(({ kind, from, to }) => kind !== 'wait' || to > from)
      .map(({ kind, from, to, text }) => ({
        from,
        said: `${text ?? SAID[kind]} ${formatMs(from)} to ${formatMs(to)}`,
      })),
    ...marks.map(({ kind, at }) => ({ from: at, said: `${MARKED[kind]} at ${formatMs(at)}` })),
  ];
  const said = parts.sort((a, b) => a.from - b.from).map((part) => part.said);
  return `${name}: ${said.length > 0 ? said.join('; ') : 'nothing'}`;
}
