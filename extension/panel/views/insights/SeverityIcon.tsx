import type { VNode } from 'preact';
import type { Severity } from '../../../../bridge/diagnostics/rule.ts';

const SHAPES: Readonly<Record<Severity, VNode>> = {
  error: (
    <>
      <path d="M4 1h4l3 3v4l-3 3H4L1 8V4z" class="severity__fill" />
      <path d="M4.2 4.2l3.6 3.6m0-3.6L4.2 7.8" class="severity__mark" />
    </>
  ),
  warning: (
    <>
      <path d="M6 1l5.4 10H.6z" class="severity__fill" />
      <path d="M6 4.6v3M6 8.9v.6" class="severity__mark" />
    </>
  ),
  note: (
    <>
      <circle cx="6" cy="6" r="5" class="severity__fill" />
      <path d="M6 5.4v3M6 3v.6" class="severity__mark" />
    </>
  ),
};

/** How grave it is, by shape and by colour: octagon, triangle, circle. */
export function SeverityIcon({ severity, label }: { readonly severity: Severity; readonly label: string }): VNode {
  return (
    <svg class={`severity severity--${severity}`} viewBox="0 0 12 12" role="img" aria-label={label}>
      {SHAPES[severity]}
    </svg>
  );
}
