import type { RefObject, VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { FILTER } from '../../locales/filter.ts';
import type { UnderstoodTerm } from '../filter/compile.ts';
import { useText } from '../text.ts';

interface FilterTextProps {
  readonly text: string;
  readonly terms: readonly UnderstoodTerm[];
  /** px that the input is scrolled. */
  readonly scroll: number;
  readonly mirrorRef: RefObject<HTMLDivElement | null>;
}

/**
 * The filter's text once more, behind the input whose own text is transparent: an input cannot be coloured in parts.
 * Keys that are understood are in the accent colour, terms that are not are underlined.
 */
export function FilterText({ text, terms, scroll, mirrorRef }: FilterTextProps): VNode {
  const words = useText(FILTER);
  useLayoutEffect(() => {
    if (mirrorRef.current !== null) mirrorRef.current.scrollLeft = scroll;
  });
  const parts: VNode[] = [];
  let from = 0;
  for (const { start, end, key, negated, problem } of terms) {
    if (start > from) parts.push(<span key={from}>{text.slice(from, start)}</span>);
    const keyEnd = key === undefined ? start : start + (negated ? 1 : 0) + key.length + 1;
    parts.push(
      problem === undefined ? (
        <span key={start}>
          <span class="filter__key">{text.slice(start, keyEnd)}</span>
          {text.slice(keyEnd, end)}
        </span>
      ) : (
        <span key={start} class="filter__unknown">
          {text.slice(start, end)}
        </span>
      ),
    );
    from = end;
  }
  const problem = terms.find((term) => term.problem !== undefined)?.problem;
  return (
    <>
      <div class="filter__mirror" aria-hidden="true" ref={mirrorRef}>
        {parts}
        <span>{text.slice(from)}</span>
      </div>
      {problem !== undefined && (
        <span class="filter__problem">
          {problem.value === undefined ? words.noKey(problem.key) : words.noValue(problem.value, problem.key)}
        </span>
      )}
    </>
  );
}
