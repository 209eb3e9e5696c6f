import type { LayerModel, TaskModel } from '../model/types.ts';

/** The layers that enclose it, from the inside out. */
export function* layersAround(row: TaskModel, inner: LayerModel): Generator<LayerModel> {
  const seen = new Set<number>();
  let { parent } = inner;
  // A page may tell of layers that enclose each other.
  while (parent !== undefined && !seen.has(parent)) {
    seen.add(parent);
    const number = parent;
    const around = row.layers.find((layer) => layer.layer === number);
    if (!around) return;
    yield around;
    parent = around.parent;
  }
}
