import type { ComponentChildren, VNode } from 'preact';
import './Section.css';

interface SectionProps {
  readonly title: string;
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** A titled part of the details. */
export function Section({ title, note, children }: SectionProps): VNode {
  return (
    <div class="section">
      <h3 class="section__title">
        {title}
        {note !== undefined && <span class="section__note"> · {note}</span>}
      </h3>
      {children}
    </div>
  );
}
