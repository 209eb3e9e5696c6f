/** A policy as a tree that can be edited, put into an address, written as code and built. */
export interface PolicyNode {
  readonly kind: Kind;
  /** In the order of the kind's own numbers. */
  readonly numbers: readonly number[];
  readonly parts: readonly PolicyNode[];
}

export interface NumberSpec {
  readonly label: string;
  readonly initial: number;
  readonly max: number;
  /** Whole numbers unless said otherwise. */
  readonly step?: number;
}

export interface KindSpec {
  readonly numbers: readonly NumberSpec[];
  /** How many parts it has: none, one, two in their order, or as many as one likes. */
  readonly parts: 0 | 1 | 2 | 'many';
  readonly says: string;
}

const MS: NumberSpec = { label: 'ms', initial: 100, max: 60_000 };
const TIMES: NumberSpec = { label: 'times', initial: 3, max: 50 };

export const KINDS = {
  exponential: {
    numbers: [MS, { label: 'factor', initial: 2, max: 10, step: 0.5 }],
    parts: 0,
    says: 'ms, then each wait times the factor',
  },
  spaced: { numbers: [MS], parts: 0, says: 'the same wait each time, for ever' },
  recurs: { numbers: [TIMES], parts: 0, says: 'so many times, without a wait' },
  fibonacci: { numbers: [MS], parts: 0, says: 'each wait the sum of the two before' },
  fixed: { numbers: [MS], parts: 0, says: 'at multiples of ms, the work included' },
  windowed: { numbers: [MS], parts: 0, says: 'at the next boundary of windows of ms' },
  once: { numbers: [], parts: 0, says: 'one more, without a wait' },
  forever: { numbers: [], parts: 0, says: 'for ever, without a wait' },
  duration: { numbers: [MS], parts: 0, says: 'one more, after ms' },
  during: { numbers: [MS], parts: 0, says: 'without a wait, until ms have passed' },
  max: { numbers: [], parts: 'many', says: 'goes on while all do, after the longest wait' },
  min: { numbers: [], parts: 'many', says: 'goes on while any does, after the shortest wait' },
  concat: { numbers: [], parts: 2, says: 'the first to its end, then the second' },
  jittered: { numbers: [], parts: 1, says: 'each wait × 0.8 … 1.2 at random' },
  upToTimes: { numbers: [TIMES], parts: 1, says: 'so many steps at most' },
  upToDuration: { numbers: [{ ...MS, initial: 1000 }], parts: 1, says: 'no step after ms; asked at a step only' },
  addDelay: { numbers: [MS], parts: 1, says: 'ms more each time' },
} as const satisfies Readonly<Record<string, KindSpec>>;

export type Kind = keyof typeof KINDS;

export const KIND_NAMES = Object.keys(KINDS) as Kind[];
export const specOf = (kind: Kind): KindSpec => KINDS[kind];
const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);

/** More than anybody composes by hand, and few enough to be drawn. */
const MOST_NODES = 40;

const leaf = (kind: Kind, ...numbers: number[]): PolicyNode => ({ kind, numbers, parts: [] });
const LEAF = leaf('spaced', 100);

/** `max(exponential(100,2),recurs(3))`: short enough for an address, and readable there. */
export function writeNode({ kind, numbers, parts }: PolicyNode): string {
  const inside = [...numbers.map(String), ...parts.map(writeNode)];
  return inside.length === 0 ? kind : `${kind}(${inside.join()})`;
}

/** Reads what `writeNode` wrote, or a person typed; `undefined` for anything else, and for what is too large. */
export function readNode(text: string): PolicyNode | undefined {
  const tokens = text.match(/[a-zA-Z]+|\d+(?:\.\d+)?|[(),]|\S/g) ?? [];
  let at = 0;
  let count = 0;

  const node = (): PolicyNode | undefined => {
    const kind = tokens[at++];
    count += 1;
    if (kind === undefined || !isKind(kind) || count > MOST_NODES) return undefined;
    const numbers: number[] = [];
    const parts: PolicyNode[] = [];
    if (tokens[at] === '(') {
      do {
        at += 1;
        const token = tokens[at] ?? '';
        if (/^\d/.test(token)) {
          // A number after a part, as in `max(recurs(3),5)`, belongs to nobody.
          if (parts.length > 0) return undefined;
          numbers.push(Number(token));
          at += 1;
          continue;
        }
        const part = node();
        if (part === undefined) return undefined;
        parts.push(part);
      } while (tokens[at] === ',');
      if (tokens[at++] !== ')') return undefined;
    }
    const made = { kind, numbers, parts };
    return isWhole(made) ? made : undefined;
  };

  const read = node();
  return at === tokens.length ? read : undefined;
}

/** It has the numbers and the parts that its kind has, within bounds. */
function isWhole({ kind, numbers, parts }: PolicyNode): boolean {
  const spec = specOf(kind);
  if (numbers.length !== spec.numbers.length) return false;
  const fits = spec.numbers.every(({ max, step = 1 }, index) => {
    const value = numbers[index] ?? Number.NaN;
    return value >= 0 && value <= max && (step < 1 || Number.isInteger(value));
  });
  return fits && (spec.parts === 'many' ? parts.length > 0 : parts.length === spec.parts);
}

/** The way to a node from the root: the places of the parts. */
export type Path = readonly number[];

export function replaceAt(root: PolicyNode, path: Path, change: (node: PolicyNode) => PolicyNode): PolicyNode {
  const [first, ...rest] = path;
  if (first === undefined) return change(root);
  return { ...root, parts: root.parts.map((part, at) => (at === first ? replaceAt(part, rest, change) : part)) };
}

/** Another kind in the same place, with the parts it can keep. */
export function turnedInto(node: PolicyNode, kind: Kind): PolicyNode {
  const spec = specOf(kind);
  const numbers = spec.numbers.map(({ label, initial }) => {
    const same = specOf(node.kind).numbers.findIndex((number) => number.label === label);
    return node.numbers[same] ?? initial;
  });
  const kept = node.parts.length > 0 ? node.parts : [{ ...node, parts: [] }];
  const parts = {
    0: [],
    1: kept.slice(0, 1),
    2: [kept[0] ?? LEAF, kept[1] ?? LEAF],
    many: kept,
  }[spec.parts];
  return { kind, numbers, parts: [...parts] };
}

/** The node within a new one. */
export const wrappedIn = (node: PolicyNode, kind: Kind): PolicyNode => {
  const { numbers, parts } = specOf(kind);
  const wrapper: PolicyNode = { kind, numbers: numbers.map(({ initial }) => initial), parts: [node] };
  return parts === 2 ? { ...wrapper, parts: [node, LEAF] } : wrapper;
};

export const withPart = (node: PolicyNode): PolicyNode => ({ ...node, parts: [...node.parts, LEAF] });

/** Without that part; a node that is left without one gives way to what is left. */
export function withoutPart(node: PolicyNode, at: number): PolicyNode {
  const parts = node.parts.filter((_, index) => index !== at);
  const [only] = parts;
  if (specOf(node.kind).parts === 'many' && parts.length > 0) return { ...node, parts };
  return only ?? LEAF;
}

export const INITIAL: PolicyNode = {
  kind: 'max',
  numbers: [],
  parts: [leaf('exponential', 100, 2), leaf('recurs', 3)],
};
