import type { AttemptGap, LayerEvent, LedgerEvent } from '../../runtime/hub.ts';

/** Per task the first and the last attempts are kept. */
const FIRST = 20;
const LAST = 200;

/** One attempt of one layer, as the events that told of it. */
interface Group {
  readonly layer: number;
  readonly attempt: number;
  readonly events: LedgerEvent[];
}

interface Layer {
  readonly events: LedgerEvent[];
  /** Its attempts that are kept. */
  kept: number;
  /** Its attempts that are not, which lie between the kept ones. */
  gap: AttemptGap | undefined;
  /** The seq of the last event that is not kept. */
  gapSeq: number;
  ended: boolean;
}

/**
 * What a ledger holds of one task: bounded, whatever the task does. It is made again as the events it was told, in their
 * order, with the attempts that are no longer held as gaps, so totals stay exact.
 */
export class TaskLedger {
  readonly #first: Group[] = [];
  readonly #last: Group[] = [];
  readonly #layers = new Map<number, Layer>();
  /** What `onAttempt` alone told. */
  readonly #reported: LedgerEvent[] = [];
  /** Attempts of layers of which nothing is left: a retry in a retry opens a new layer at each outer attempt. */
  #forgotten = 0;
  /** The last attempt that an observer told would be retried: `onAttempt` tells of it once more. */
  #retried: { readonly attempt: number; readonly at: number } | undefined;

  /** Whether an observer has already told of the failure that `onAttempt` reports. */
  knows(attempt: number, failedAt: number): boolean {
    return this.#retried?.attempt === attempt && this.#retried.at === failedAt;
  }

  add(told: LedgerEvent): void {
    const { event } = told;
    switch (event.type) {
      case 'retry-reported':
        this.#reported.push(told);
        if (this.#reported.length > FIRST + LAST) this.#reported.splice(FIRST, 1);
        return;
      case 'attempt-gap':
        return;
      case 'layer-start':
      case 'layer-end':
      case 'timeout-fired':
        this.#layerOf(event.layer).events.push(told);
        if (event.type === 'layer-end') this.#end(event.layer);
        return;
      default:
        this.#attempt(told, event);
    }
  }

  events(): LedgerEvent[] {
    const all: LedgerEvent[] = [...this.#reported];
    for (const { events } of [...this.#first, ...this.#last]) all.push(...events);
    for (const { events, gap, gapSeq } of this.#layers.values()) {
      all.push(...events);
      const [sample] = events;
      if (gap && sample) all.push({ ...sample, seq: gapSeq, event: gap });
    }
    all.sort((a, b) => a.seq - b.seq);
    const [sample] = all;
    if (this.#forgotten === 0 || !sample) return all;
    return [{ ...sample, seq: 0, event: { type: 'attempt-gap', layer: 0, from: 1, to: this.#forgotten } }, ...all];
  }

  #attempt(told: LedgerEvent, event: Extract<LayerEvent, { attempt: number }>): void {
    const { layer, attempt } = event;
    if (event.type === 'attempt-end' && event.decision === 'retried') this.#retried = { attempt, at: event.at };
    const known = this.#find(layer, attempt);
    if (known) known.events.push(told);
    else if (event.type === 'attempt-start') this.#addGroup({ layer, attempt, events: [told] });
  }

  #find(layer: number, attempt: number): Group | undefined {
    const is = (group: Group): boolean => group.layer === layer && group.attempt === attempt;
    return this.#last.findLast(is) ?? this.#first.findLast(is);
  }

  #addGroup(group: Group): void {
    this.#layerOf(group.layer).kept++;
    if (this.#first.length < FIRST) {
      this.#first.push(group);
      return;
    }
    this.#last.push(group);
    const left = this.#last.length > LAST ? this.#last.shift() : undefined;
    if (left) this.#leaveOut(left);
  }

  #leaveOut(group: Group): void {
    const layer = this.#layers.get(group.layer);
    if (!layer) return;
    layer.kept--;
    layer.gap = { type: 'attempt-gap', layer: group.layer, from: layer.gap?.from ?? group.attempt, to: group.attempt };
    layer.gapSeq = group.events.at(-1)?.seq ?? layer.gapSeq;
    this.#forgetIfEmpty(group.layer, layer);
  }

  #layerOf(number: number): Layer {
    const known = this.#layers.get(number);
    if (known) return known;
    const layer: Layer = { events: [], kept: 0, gap: undefined, gapSeq: 0, ended: false };
    this.#layers.set(number, layer);
    return layer;
  }

  #end(number: number): void {
    const layer = this.#layerOf(number);
    layer.ended = true;
    this.#forgetIfEmpty(number, layer);
  }

  #forgetIfEmpty(number: number, layer: Layer): void {
    if (!layer.ended || layer.kept > 0 || !layer.gap) return;
    this.#forgotten += layer.gap.to - layer.gap.from + 1;
    this.#layers.delete(number);
  }
}
