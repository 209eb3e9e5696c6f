import type { ComponentChildren, VNode } from 'preact';
import './Facts.css';

/** A list of names and values. */
export function Facts({ children }: { readonly children: ComponentChildren }): VNode {
  return <dl class="facts">{children}</dl>;
}

interface FactProps {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Fact({ name, children }: FactProps): VNode {
  return (
    <div class="facts__fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
