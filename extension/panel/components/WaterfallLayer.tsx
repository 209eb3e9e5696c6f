import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { isTicking, type Watch } from '../present/times.ts';
import { type SpanKind, type TimeScale, waterfallOf } from '../present/waterfall.ts';
import { ROW_HEIGHT } from './grid-window.ts';
import { memo } from './memo.tsx';
import './WaterfallLayer.css';

/** px; the bars stand in the middle of a row. */
const BAR = { top: 7, height: 9 };
const MIDDLE = BAR.top + BAR.height / 2;
const KINDS: readonly SpanKind[] = ['wait', 'ok', 'fail', 'run', 'off', 'backoff'];
/** px; an attempt is seen however short it was. */
const LEAST = 2;
/** Bars are drawn from a moment that stands while the left edge moves within so many widths. */
const WIDTHS = 200;

interface WaterfallLayerProps {
  /** The rows that are drawn, from the row `first` on. */
  readonly rows: readonly TaskModel[];
  readonly first: number;
  /** How many row elements there are at most. */
  readonly slots: number;
  readonly scale: TimeScale;
  readonly watchOf: (task: TaskModel) => Watch;
  /** px */
  readonly width: number;
}

/**
 * The waterfall column of all drawn rows in one picture: queue wait hatched, attempts solid, back-off dashed, a timeout
 * a line and the real exit a triangle. One picture, because a scroll moves the scale of every row: here that is one
 * attribute, and the bars of a row that did not change are not touched. The same in words stands in the other columns.
 */
export function WaterfallLayer({ rows, first, slots, scale, watchOf, width }: WaterfallLayerProps): VNode {
  const perMs = width / scale.span;
  const origin = Math.floor(scale.from / (scale.span * WIDTHS)) * scale.span * WIDTHS;
  return (
    <svg
      class="waterfall"
      aria-hidden="true"
      width={width}
      height={rows.length * ROW_HEIGHT}
      style={{ top: `${first * ROW_HEIGHT}px` }}
    >
      <defs>
        <pattern id="tasklens-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="5" class="waterfall__hatch" />
        </pattern>
      </defs>
      <g transform={`translate(${(origin - scale.from) * perMs} ${-first * ROW_HEIGHT})`}>
        {rows.map((task, offset) => (
          <Bars
            key={(first + offset) % slots}
            task={task}
            top={(first + offset) * ROW_HEIGHT}
            watch={watchOf(task)}
            origin={origin}
            perMs={perMs}
          />
        ))}
      </g>
    </svg>
  );
}

interface BarsProps {
  readonly task: TaskModel;
  /** px */
  readonly top: number;
  readonly watch: Watch;
  /** Epoch ms that is at x = 0. */
  readonly origin: number;
  readonly perMs: number;
}

const Bars = memo<BarsProps>(
  (props) => (
    <g transform={`translate(0 ${props.top})`}>
      {[...pathsOf(props)].map(([kind, path]) => (
        <path key={kind} class={`waterfall__${kind}`} d={path} />
      ))}
    </g>
  ),
  (before, after) =>
    before.task === after.task &&
    before.top === after.top &&
    before.origin === after.origin &&
    before.perMs === after.perMs &&
    before.watch.connected === after.watch.connected &&
    (before.watch.now === after.watch.now || !isTicking(after.task, after.watch.connected)),
);

const round = (x: number): number => Math.round(x * 10) / 10;

/**
 * One path a kind, so that a task of 200 attempts costs as few elements as one of two. A stretch that lies within what
 * was drawn before it is left out.
 */
function pathsOf({ task, watch, origin, perMs }: BarsProps): ReadonlyMap<string, string> {
  const x = (at: number): number => round((at - origin) * perMs);
  const { spans, timeouts, exit } = waterfallOf(task, watch);
  const paths = new Map<string, string>(KINDS.map((kind) => [kind, '']));
  const add = (kind: string, path: string): void => {
    paths.set(kind, (paths.get(kind) ?? '') + path);
  };
  const drawnTo = new Map<SpanKind, number>();
  for (const { kind, from, to } of spans) {
    const left = x(from);
    const right = Math.max(x(to), left + (kind === 'backoff' || kind === 'wait' ? 0 : LEAST));
    if (right <= (drawnTo.get(kind) ?? Number.NEGATIVE_INFINITY)) continue;
    drawnTo.set(kind, right);
    if (kind === 'backoff') add(kind, `M${left} ${MIDDLE}H${right}`);
    else add(kind, `M${left} ${BAR.top}H${right}v${BAR.height}H${left}z`);
  }
  for (const at of timeouts) add('timeout', `M${x(at)} 2v20`);
  if (exit !== undefined) add('exit', `M${x(exit)} ${MIDDLE - 4.5}l5 4.5l-5 4.5z`);
  for (const kind of KINDS) if (paths.get(kind) === '') paths.delete(kind);
  return paths;
}
