import type { Timeline } from '../../../bridge/model/timeline.ts';
import type { Paint } from './use-canvas.ts';

/** px above the curve, where the failures stand. */
const MARKS = 10;

/** Running tasks as a curve, and a mark at the top for each moment at which tasks failed: the more, the longer. */
export function drawOverview({ context, width, height, color }: Paint, { running, failed }: Timeline): void {
  const step = width / running.length;
  const most = Math.max(1, ...running);
  const y = (level: number): number => height - 1 - (level / most) * (height - MARKS - 3);
  context.beginPath();
  context.moveTo(0, height);
  for (const [index, level] of running.entries()) {
    context.lineTo(index * step, y(level));
    context.lineTo((index + 1) * step, y(level));
  }
  context.lineTo(width, height);
  context.closePath();
  context.fillStyle = color('--tl-accent-soft');
  context.fill();
  context.strokeStyle = color('--tl-accent');
  context.lineWidth = 1;
  context.stroke();

  context.fillStyle = color('--tl-error');
  let drawnTo = Number.NEGATIVE_INFINITY;
  for (const [index, count] of failed.entries()) {
    const left = Math.round((index + 0.5) * step) - 1;
    if (count === 0 || left < drawnTo) continue;
    drawnTo = left + 2;
    context.fillRect(left, 2, 2, Math.min(MARKS, 4 + 2 * Math.log2(count)));
  }
}
