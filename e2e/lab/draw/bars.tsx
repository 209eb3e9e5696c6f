import type { VNode } from 'preact';
import { formatMs } from './units.ts';
import './bars.css';

interface BarsProps {
  readonly name: string;
  /** ms */
  readonly values: readonly number[];
  /** What stands behind the last. */
  readonly end: string;
}

/** A bar a step, with its value: waits are compared by their heights and read by their figures. */
export function Bars({ name, values, end }: BarsProps): VNode {
  const most = Math.max(1, ...values.filter(Number.isFinite));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="bars__scroll" tabIndex={0} aria-label={`${name}, scrolls`}>
      <ol class="bars" aria-label={name}>
        {values.map((value, at) => (
          <li class="bars__one" key={at}>
            <span class="bars__space">
              <span class="bars__bar" style={{ height: `${(Math.min(value, most) / most) * 100}%` }} />
            </span>
            <span class="bars__value">{formatMs(value)}</span>
          </li>
        ))}
        <li class="bars__end">{end}</li>
      </ol>
    </section>
  );
}
