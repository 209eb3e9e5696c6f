import type { VNode } from 'preact';
import type { TaskModel } from '../../../bridge/model/types.ts';
import type { Watch } from '../present/times.ts';
import { type SpanKind, type TimeScale, waterfallOf } from '../present/waterfall.ts';
import './WaterfallBars.css';

/** px; the bars stand in the middle of a row. */
const BAR = { top: 7, height: 9 };
const MIDDLE = BAR.top + BAR.height / 2;
const KINDS: readonly SpanKind[] = ['wait', 'ok', 'fail', 'run', 'off', 'backoff'];
/** px; an attempt is seen however short it was. */
const LEAST = 2;

interface WaterfallProps {
  readonly task: TaskModel;
  readonly watch: Watch;
  readonly scale: TimeScale;
  /** px */
  readonly width: number;
}

const round = (x: number): number => Math.round(x * 10) / 10;

/**
 * One path a kind, so that a task of 200 attempts costs as few elements as one of two. A stretch that lies within a
 * pixel of the one before it is drawn with it.
 */
function pathsOf({ task, watch, scale, width }: WaterfallProps): ReadonlyMap<string, string> {
  const x = (at: number): number => round(Math.min(Math.max(((at - scale.from) / scale.span) * width, -4), width + 4));
  const { spans, timeouts, exit } = waterfallOf(task, watch);
  const paths = new Map<string, string>();
  const add = (kind: string, path: string): void => {
    paths.set(kind, (paths.get(kind) ?? '') + path);
  };
  const drawnTo = new Map<SpanKind, number>();
  for (const { kind, from, to } of spans) {
    const left = x(from);
    const isLine = kind === 'backoff';
    const right = Math.max(x(to), left + (isLine || kind === 'wait' ? 0 : LEAST));
    if (right <= (drawnTo.get(kind) ?? Number.NEGATIVE_INFINITY)) continue;
    drawnTo.set(kind, right);
    if (isLine) add(kind, `M${left} ${MIDDLE}H${right}`);
    else add(kind, `M${left} ${BAR.top}H${right}v${BAR.height}H${left}z`);
  }
  for (const at of timeouts) add('timeout', `M${x(at)} 2v20`);
  if (exit !== undefined) add('exit', `M${x(exit)} ${MIDDLE - 4.5}l5 4.5l-5 4.5z`);
  return paths;
}

/** The life of a task on the scale of the rows in sight; the same in words stands in the other columns. */
export function WaterfallBars(props: WaterfallProps): VNode {
  const paths = pathsOf(props);
  return (
    <svg class="waterfall" aria-hidden="true">
      {[...KINDS, 'timeout', 'exit'].map((kind) => {
        const path = paths.get(kind);
        return path === undefined ? null : <path key={kind} class={`waterfall__${kind}`} d={path} />;
      })}
    </svg>
  );
}

/** The pattern that queue waits are filled with; once in a panel. */
export function WaterfallPatterns(): VNode {
  return (
    <svg class="waterfall-patterns" aria-hidden="true">
      <defs>
        <pattern id="tasklens-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="5" class="waterfall__hatch" />
        </pattern>
      </defs>
    </svg>
  );
}
