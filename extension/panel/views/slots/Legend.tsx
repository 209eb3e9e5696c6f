import type { VNode } from 'preact';
import { SLOTS } from '../../../locales/slots.ts';
import { useText } from '../../text.ts';

const SOLID = ['ok', 'fail', 'run', 'off'] as const;

/** What the colours and patterns of the picture mean. */
export function Legend(): VNode {
  const { legend } = useText(SLOTS);
  return (
    <ul class="slots__legend" aria-label={legend.label}>
      {SOLID.map((kind) => (
        <li key={kind}>
          <svg viewBox="0 0 16 10" aria-hidden="true">
            <rect width="16" height="10" rx="1" class={`slots__key slots__key--${kind}`} />
          </svg>
          {legend[kind]}
        </li>
      ))}
      <li>
        <svg viewBox="0 0 16 10" aria-hidden="true">
          <rect x="0.5" y="0.5" width="15" height="9" class="slots__key slots__key--backoff" />
        </svg>
        {legend.backOff}
      </li>
      <li>
        <svg viewBox="0 0 16 10" aria-hidden="true">
          <rect width="16" height="10" class="slots__key slots__key--fail" />
          <path d="M-2 10L8 0M3 10L13 0M8 10L18 0M1 0v10" class="slots__key slots__key--held" />
        </svg>
        {legend.held}
      </li>
      <li>
        <svg viewBox="0 0 16 10" aria-hidden="true">
          <path d="M0 8L5 4L9 6L16 1" class="slots__key slots__key--waiting" />
        </svg>
        {legend.waiting}
      </li>
    </ul>
  );
}
