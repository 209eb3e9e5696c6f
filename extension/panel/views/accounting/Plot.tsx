import type { VNode } from 'preact';
import { ACCOUNTING } from '../../../locales/accounting.ts';
import { formatTimeOfDay } from '../../format/time-of-day.ts';
import { useText } from '../../text.ts';
import { barsPath, stepsPath } from './plot-bars.ts';

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** How it is drawn: solid or hatched bars, a solid or a dashed line. */
  readonly as: 'fail' | 'retry' | 'ended' | 'waiting' | 'running';
}

interface PlotProps {
  readonly title: string;
  /** What a value is of. */
  readonly note: string;
  readonly series: readonly Series[];
  /** Epoch ms at its edges. */
  readonly from: number;
  readonly to: number;
}

const LINES: ReadonlySet<Series['as']> = new Set<Series['as']>(['waiting', 'running']);

/** Of two kinds of bars on one scale one stands within the other. */
const WIDE = 0.8;
const THIN = 0.4;

/** Up to ten with one digit. */
const figure = (value: number): string => `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)}`;

/** Values over time: bars on one scale, lines each on its own, since what waits may be a thousand times what runs. */
export function Plot({ title, note, series, from, to }: PlotProps): VNode {
  const { plots } = useText(ACCOUNTING);
  const most = Math.max(0, ...series.flatMap(({ values }) => values));
  const count = series[0]?.values.length ?? 1;
  const says = series.map(({ name, values }) => plots.most(name, figure(Math.max(0, ...values)))).join(', ');
  return (
    <figure class="plot">
      <figcaption class="plot__title">
        {title} <span class="plot__note">{note}</span>
        <span class="plot__keys">
          {series.map(({ name, as, values }) => (
            <span key={name} class="plot__key">
              <svg viewBox="0 0 14 10" aria-hidden="true">
                {LINES.has(as) ? (
                  <path d="M0 5H14" class={`plot__${as}`} />
                ) : (
                  <rect width="14" height="10" class={`plot__${as}`} />
                )}
              </svg>
              {LINES.has(as) ? plots.most(name, figure(Math.max(0, ...values))) : name}
            </span>
          ))}
        </span>
      </figcaption>
      <div class="plot__box">
        {series.some(({ as }) => !LINES.has(as)) && (
          <span class="plot__most" aria-hidden="true">
            {figure(most)}
          </span>
        )}
        <svg
          class="plot__picture"
          viewBox={`0 0 ${count} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={plots.says(title, formatTimeOfDay(from), formatTimeOfDay(to), says)}
        >
          {series.map(({ name, values, as }) => (
            <path
              key={name}
              class={`plot__${as}`}
              d={
                LINES.has(as)
                  ? stepsPath(values, Math.max(0, ...values))
                  : barsPath(values, most, as === 'fail' ? THIN : WIDE)
              }
            />
          ))}
        </svg>
      </div>
      <div class="plot__times" aria-hidden="true">
        <span>{formatTimeOfDay(from).slice(0, 8)}</span>
        <span>{formatTimeOfDay(to).slice(0, 8)}</span>
      </div>
    </figure>
  );
}
