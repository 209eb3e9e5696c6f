import type { VNode } from 'preact';
import type { Mark, Span, Track } from './tracks.ts';
import { inWords } from './tracks.ts';
import { grouped, ticks } from './units.ts';
import './timeline.css';

interface TimelineProps {
  readonly name: string;
  readonly tracks: readonly Track[];
  /** ms at the right edge. */
  readonly to: number;
}

/**
 * Rows over one scale of time, in the panel's marks: queue wait hatched, calls solid, back-off dashed, a timeout a line, the real exit a
 * triangle. All places are shares of the width, so a narrower window needs no new drawing.
 */
export function Timeline({ name, tracks, to }: TimelineProps): VNode {
  // So that a triangle at the end, and a label of the last tick, have their place.
  const span = Math.max(to, 1) * 1.06;
  const x = (at: number): string => `${Math.round((at / span) * 1e5) / 1e3}%`;
  return (
    <ul class="timeline" aria-label={name}>
      <Patterns />
      {tracks.map((track, index) => (
        <li class="timeline__row" key={index}>
          <span class="timeline__name">{track.name}</span>
          <svg class="timeline__bars" role="img" aria-label={inWords(track)}>
            {track.spans.map((one) => (
              <Bar key={`${one.kind} ${one.from} ${one.to}`} span={one} x={x} />
            ))}
            {track.marks.map((mark) => (
              <Sign key={`${mark.kind} ${mark.at}`} mark={mark} x={x} />
            ))}
          </svg>
          <span class="timeline__note">{track.note}</span>
        </li>
      ))}
      <li class="timeline__row timeline__scale" aria-hidden="true">
        <span class="timeline__note">ms</span>
        <svg class="timeline__bars" aria-hidden="true">
          {ticks(Math.max(to, 1), 8).map((at) => (
            <g key={at}>
              <line x1={x(at)} x2={x(at)} y1="0" y2="4" class="timeline__tick" />
              <text x={x(at)} y="15" class="timeline__time" text-anchor={at === 0 ? 'start' : 'middle'}>
                {grouped(at)}
              </text>
            </g>
          ))}
        </svg>
        <span />
      </li>
    </ul>
  );
}

type Place = (at: number) => string;

function Bar({ span: { kind, from, to }, x }: { readonly span: Span; readonly x: Place }): VNode {
  const left = x(from);
  if (kind === 'backoff') return <line x1={left} x2={x(to)} y1="12" y2="12" class="timeline__backoff" />;
  if (kind === 'layer') {
    return <rect x={left} y="4" width={x(to - from)} height="16" rx="3" class="timeline__layer" />;
  }
  if (kind === 'wait') {
    return <rect x={left} y="8" width={x(to - from)} height="8" class="timeline__wait" />;
  }
  return (
    <g>
      <rect x={left} y="7" width={x(to - from)} height="10" rx="1.5" class={`timeline__call timeline__${kind}`} />
      {/* What failed is told by more than its colour. */}
      {kind === 'fail' && <line x1={x(to)} x2={x(to)} y1="4" y2="20" class="timeline__fail-end" />}
    </g>
  );
}

function Sign({ mark: { kind, at }, x }: { readonly mark: Mark; readonly x: Place }): VNode {
  const left = x(at);
  if (kind === 'timeout') return <line x1={left} x2={left} y1="1" y2="23" class="timeline__timeout" />;
  if (kind === 'reset') return <circle cx={left} cy="20" r="2" class="timeline__reset" />;
  if (kind === 'start') return <line x1={left} x2={left} y1="4" y2="20" class="timeline__start" />;
  // An inner picture, for a path knows no shares of the width.
  return (
    <svg x={left} y="6" width="8" height="12" overflow="visible" aria-hidden="true">
      <path d="M0 0l7 6l-7 6z" class="timeline__exit" />
    </svg>
  );
}

function Patterns(): VNode {
  return (
    <svg class="timeline__patterns" aria-hidden="true" width="0" height="0">
      <defs>
        <pattern id="lab-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="5" class="timeline__hatch" />
        </pattern>
      </defs>
    </svg>
  );
}

const KEY: readonly { readonly track: Track; readonly to: number; readonly said: string }[] = [
  { track: { name: '', spans: [{ kind: 'wait', from: 0, to: 1 }], marks: [] }, to: 1, said: 'in the queue' },
  { track: { name: '', spans: [{ kind: 'ok', from: 0, to: 1 }], marks: [] }, to: 1, said: 'call that succeeds' },
  { track: { name: '', spans: [{ kind: 'fail', from: 0, to: 0.92 }], marks: [] }, to: 1, said: 'call that fails' },
  { track: { name: '', spans: [{ kind: 'off', from: 0, to: 1 }], marks: [] }, to: 1, said: 'cancelled' },
  {
    track: { name: '', spans: [{ kind: 'backoff', from: 0, to: 1 }], marks: [] },
    to: 1,
    said: 'wait between attempts',
  },
  { track: { name: '', spans: [], marks: [{ kind: 'timeout', at: 0.5 }] }, to: 1, said: 'timeout fires' },
  { track: { name: '', spans: [], marks: [{ kind: 'exit', at: 0.4 }] }, to: 1, said: 'body exits' },
  { track: { name: '', spans: [], marks: [{ kind: 'reset', at: 0.5 }] }, to: 1, said: 'sign of life' },
];

/** What the marks mean, those of this figure only. */
export function Legend({ of }: { readonly of: readonly string[] }): VNode {
  return (
    <p class="legend">
      {KEY.filter(({ said }) => of.includes(said)).map(({ track, said }) => (
        <span class="legend__item" key={said}>
          <svg class="legend__mark" aria-hidden="true">
            {track.spans.map((span) => (
              <Bar key={span.kind} span={span} x={share} />
            ))}
            {track.marks.map((mark) => (
              <Sign key={mark.kind} mark={mark} x={share} />
            ))}
          </svg>
          {said}
        </span>
      ))}
    </p>
  );
}

const share: Place = (at) => `${at * 100}%`;
