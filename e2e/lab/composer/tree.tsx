import type { VNode } from 'preact';
import type { Kind, Path, PolicyNode } from './node.ts';
import { KIND_NAMES, replaceAt, specOf, turnedInto, withoutPart, withPart, wrappedIn } from './node.ts';
import './tree.css';

interface TreeProps {
  readonly root: PolicyNode;
  readonly onChange: (root: PolicyNode) => void;
}

const WRAPPERS = KIND_NAMES.filter((kind) => specOf(kind).parts !== 0);
const toKind = (text: string): Kind | undefined => KIND_NAMES.find((kind) => kind === text);

/** The policy as a tree of selects and numbers; each part is replaced, wrapped, added and taken away in its place. */
export function Tree({ root, onChange }: TreeProps): VNode {
  const change = (path: Path, how: (node: PolicyNode) => PolicyNode): void => onChange(replaceAt(root, path, how));
  return (
    <ul class="tree" aria-label="Policy">
      <Branch node={root} path={[]} change={change} />
    </ul>
  );
}

interface BranchProps {
  readonly node: PolicyNode;
  readonly path: Path;
  readonly change: (path: Path, how: (node: PolicyNode) => PolicyNode) => void;
}

function Branch({ node, path, change }: BranchProps): VNode {
  const spec = specOf(node.kind);
  // Says which of several it is: "part 2.1".
  const place = path.length === 0 ? 'the whole' : `part ${path.map((at) => at + 1).join('.')}`;
  const setNumber = (index: number, value: number): void =>
    change(path, (old) => ({ ...old, numbers: old.numbers.map((number, at) => (at === index ? value : number)) }));
  return (
    <li class="tree__branch">
      <div class="tree__line">
        <select
          class="control__input"
          aria-label={`Kind of ${place}`}
          value={node.kind}
          onChange={({ currentTarget }) => {
            const kind = toKind(currentTarget.value);
            if (kind !== undefined) change(path, (old) => turnedInto(old, kind));
          }}
        >
          {KIND_NAMES.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </select>
        {spec.numbers.map(({ label, max, step = 1 }, index) => (
          <label class="tree__number" key={label}>
            <input
              class="control__input"
              type="number"
              aria-label={`${label} of ${node.kind}, ${place}`}
              min={0}
              max={max}
              step={step}
              value={node.numbers[index]}
              onChange={({ currentTarget }) => {
                const value = currentTarget.valueAsNumber;
                if (currentTarget.checkValidity() && !Number.isNaN(value)) setNumber(index, value);
              }}
            />
            <span aria-hidden="true">{label}</span>
          </label>
        ))}
        <select
          class="control__input"
          aria-label={`Wrap ${place} in`}
          value=""
          onChange={({ currentTarget }) => {
            const kind = toKind(currentTarget.value);
            currentTarget.value = '';
            if (kind !== undefined) change(path, (old) => wrappedIn(old, kind));
          }}
        >
          <option value="">wrap in…</option>
          {WRAPPERS.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </select>
        {path.length > 0 && (
          <button
            type="button"
            class="button"
            aria-label={`Remove ${place}`}
            onClick={() => change(path.slice(0, -1), (parent) => withoutPart(parent, path.at(-1) ?? 0))}
          >
            ✕
          </button>
        )}
        <span class="tree__says">{spec.says}</span>
      </div>
      {spec.parts !== 0 && (
        <ul class="tree__parts">
          {node.parts.map((part, at) => (
            <Branch key={at} node={part} path={[...path, at]} change={change} />
          ))}
          {spec.parts === 'many' && (
            <li class="tree__branch">
              <button type="button" class="button" onClick={() => change(path, withPart)}>
                Add a part to {node.kind}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
