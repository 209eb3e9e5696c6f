import type { VNode } from 'preact';
import './Count.css';

/** A whole number in groups of three. The gaps are drawn, not written: the text stays the plain number. */
export function Count({ value }: { readonly value: number }): VNode {
  const digits = String(value);
  const head = digits.length % 3 || 3;
  const groups = [digits.slice(0, head), ...(digits.slice(head).match(/\d{3}/g) ?? [])];
  return (
    <span class="count">
      {groups.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
