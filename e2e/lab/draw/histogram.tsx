import type { VNode } from 'preact';
import { grouped, ticks } from './units.ts';
import './histogram.css';

interface HistogramProps {
  /** Says all of it in words. */
  readonly name: string;
  readonly bins: readonly number[];
  /** ms at the right edge. */
  readonly to: number;
  /** The height of the scale; the same for all that are compared. */
  readonly most: number;
}

/** Bars over time. The scale of heights goes by square roots, or a crowd of 1 000 would leave nothing to be seen of 20. */
export function Histogram({ name, bins, to, most }: HistogramProps): VNode {
  const height = (count: number): number => Math.sqrt(count / Math.max(1, most)) * 100;
  return (
    <div class="histogram" role="img" aria-label={name}>
      <svg class="histogram__bars" viewBox={`0 0 ${bins.length} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path class="histogram__fill" d={bins.map((count, at) => bar(at, height(count))).join('')} />
      </svg>
      <svg class="histogram__scale" aria-hidden="true">
        {ticks(to, 6).map((at) => (
          <text
            key={at}
            x={`${(at / to) * 100}%`}
            y="12"
            text-anchor={at === 0 ? 'start' : at > to * 0.97 ? 'end' : 'middle'}
          >
            {grouped(at)}
          </text>
        ))}
      </svg>
    </div>
  );
}

const bar = (at: number, height: number): string =>
  height === 0 ? '' : `M${at + 0.1} 100V${Math.round((100 - Math.max(height, 1)) * 100) / 100}h.8V100z`;
