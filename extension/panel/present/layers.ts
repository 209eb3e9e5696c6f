import type { LayerModel, TaskModel } from '../../../bridge/model/types.ts';
import { formatDuration } from '../format/duration.ts';

const CALL: Readonly<Record<LayerModel['kind'], string>> = {
  retry: 'retry',
  timeout: 'withTimeout',
  'activity-timeout': 'withActivityTimeout',
  fallback: 'withFallback',
  repeat: 'repeat',
};

/** Layers beyond are of nested retries that opened a new one at each attempt; the first ones tell the stack. */
const MOST = 12;

export interface LayerLine {
  readonly key: number;
  /** How deep it lies within the others; the outermost is 0. */
  readonly depth: number;
  /** As it stands in the app's code: `withTimeout(5.0 s)`, `retry({ retries: 3 })`. */
  readonly call: string;
  readonly outcome: string | undefined;
}

/** A layer as its call stands in the app's code. */
export function layerCall(layer: LayerModel): string {
  const { ms, ...rest } = layer.options;
  const parts: string[] = [];
  if (typeof ms === 'number') parts.push(formatDuration(ms));
  const named = Object.entries(rest).map(([name, value]) => `${name}: ${value}`);
  if (named.length > 0) parts.push(`{ ${named.join(', ')} }`);
  const call = `${CALL[layer.kind]}(${parts.join(', ')})`;
  return layer.label === undefined ? call : `${call} “${layer.label}”`;
}

/** The layers as their calls, in the order in which they began, each as deep as it lies. */
export function layerText(task: TaskModel): readonly LayerLine[] {
  const depths = new Map<number, number>();
  return task.layers.slice(0, MOST).map((layer) => {
    const depth = layer.parent === undefined ? 0 : (depths.get(layer.parent) ?? -1) + 1;
    depths.set(layer.layer, depth);
    return { key: layer.layer, depth, call: layerCall(layer), outcome: layer.outcome };
  });
}
