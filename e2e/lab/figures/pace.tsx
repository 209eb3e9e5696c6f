import type { VNode } from 'preact';
import { Pick } from '../shell/controls.tsx';
import { oneOf } from '../shell/settings.ts';
import type { Pace } from '../trace/stage.ts';

export const PACES = {
  once: 'at once',
  'x0.1': '0.1 × real time',
  x1: 'real time',
  x10: '10 × real time',
  x100: '100 × real time',
} as const;
export type PaceName = keyof typeof PACES;

export const paceField = oneOf(['once', 'x0.1', 'x1', 'x10', 'x100'], 'once');

const SPEEDS: Readonly<Record<PaceName, Pace>> = {
  once: Number.POSITIVE_INFINITY,
  'x0.1': 0.1,
  x1: 1,
  x10: 10,
  x100: 100,
};
export const paceOf = (name: PaceName): Pace => SPEEDS[name];

interface SpeedProps {
  readonly value: PaceName;
  readonly onChange: (value: PaceName) => void;
  readonly again: () => void;
}

/** The knob of the virtual clock, and a button that runs the same once more. */
export function Speed({ value, onChange, again }: SpeedProps): VNode {
  return (
    <>
      <Pick label="Speed of the clock" value={value} options={PACES} onChange={onChange} />
      <button type="button" class="button" onClick={again}>
        Run again
      </button>
    </>
  );
}
