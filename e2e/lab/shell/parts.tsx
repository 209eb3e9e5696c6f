import type { ComponentChildren, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { TaskState } from 'tasklens';
import './parts.css';

interface PartProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Part({ title, children }: PartProps): VNode {
  const id = useId();
  return (
    <section class="part" aria-labelledby={id}>
      <h2 class="part__title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** The figures that a run is read by. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): VNode {
  return (
    <dl class="numbers">
      {facts.map(({ name, value }) => (
        <div class="numbers__one" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A state by its word, and by its sign, which the style puts before it. */
export function StateWord({ state }: { readonly state: TaskState }): VNode {
  return <span class={`state state--${state}`}>{state}</span>;
}

/** `true` carries the panel's amber sign; what has not ended says nothing. */
export function RetryableWord({ retryable }: { readonly retryable: boolean | undefined }): VNode {
  if (retryable === undefined) return <span class="quiet">–</span>;
  return <span class={retryable ? 'retryable' : ''}>{String(retryable)}</span>;
}

interface TableProps {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A small table; scrolls sideways within itself where the page is too narrow for it. */
export function Table({ name, columns, rows }: TableProps): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section class="scrolls" tabIndex={0} aria-label={`${name}, scrolls`}>
      <table class="table" aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CodeProps {
  readonly name: string;
  readonly text: string;
}

/** Code that can be copied as it stands. */
export function Code({ name, text }: CodeProps): VNode {
  const [copied, setCopied] = useState('');
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setCopied('Copied'),
      () => setCopied('The browser did not allow it: select the text'),
    );
  };
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="code__text" tabIndex={0} aria-label={name}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      <button type="button" class="button code__copy" onClick={copy}>
        Copy
      </button>
      <span class="quiet code__said" role="status">
        {copied}
      </span>
    </div>
  );
}
