import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** A canvas as a painter meets it: in CSS px, cleared, its colours those of the style sheet. */
export interface Paint {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** The value of a token: `color('--tl-accent')`. */
  readonly color: (token: `--tl-${string}`) => string;
}

/**
 * Draws into a canvas at each rendering of its component, as fine as the screen is. Nothing is drawn while it has no size.
 */
export function useCanvas(
  size: { readonly width: number; readonly height: number },
  draw: (paint: Paint) => void,
): RefObject<HTMLCanvasElement | null> {
  const ref = useRef<HTMLCanvasElement | null>(null);
  useLayoutEffect(() => {
    if (ref.current !== null) paintCanvas(ref.current, size.width, size.height, draw);
  });
  return ref;
}

/** The same at once, for whoever moves the picture without drawing the component anew. */
export function paintCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  draw: (paint: Paint) => void,
): void {
  const context = canvas.getContext('2d');
  if (context === null || width === 0 || height === 0) return;
  const ratio = globalThis.devicePixelRatio || 1;
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  draw({ context, width, height, color: (token) => style.getPropertyValue(token).trim() });
}
