import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { SHELL } from '../../locales/shell.ts';
import { useText } from '../text.ts';
import { dragFrom } from './drag.ts';
import './Splitter.css';

interface SplitterProps {
  /** px of the pane after it. */
  readonly size: Signal<number>;
  readonly min: number;
  readonly max: number;
  /** Which way it is moved: between side by side, or one above the other. */
  readonly between: 'columns' | 'rows';
}

const STEP = 24;

/** The movable edge between the list and the details: by pointer, or by arrow keys. */
export function Splitter({ size, min, max, between }: SplitterProps): VNode {
  const set = (value: number): void => {
    size.value = Math.round(Math.min(Math.max(value, min), Math.max(min, max)));
  };
  const onPointerDown = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    const before = Math.min(size.peek(), max);
    dragFrom(event, ({ x, y }) => set(before - (between === 'columns' ? x : y)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Partial<Record<string, number>> =
      between === 'columns' ? { ArrowLeft: STEP, ArrowRight: -STEP } : { ArrowUp: STEP, ArrowDown: -STEP };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(Math.min(size.peek(), max) + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved; this is the ARIA window splitter
    <div
      class={`splitter splitter--${between}`}
      role="separator"
      aria-label={useText(SHELL).splitter}
      aria-orientation={between === 'columns' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.min(size.value, Math.max(min, max))}
      aria-valuemin={min}
      aria-valuemax={Math.max(min, max)}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}
