import type { VNode } from 'preact';
import { OVERVIEW } from '../../locales/overview.ts';
import { formatDuration } from '../format/duration.ts';
import { formatTimeOfDay } from '../format/time-of-day.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import './WindowTerm.css';

/** The window in time as a term of the filter; pressed, it goes. */
export function WindowTerm(): VNode | null {
  const { filter } = useStore();
  const { window: text } = useText(OVERVIEW);
  const { from, to } = filter.window.value ?? {};
  if (from === undefined && to === undefined) return null;
  const said =
    from === undefined
      ? text.to(formatTimeOfDay(to))
      : to === undefined
        ? text.from(formatTimeOfDay(from))
        : text.between(formatTimeOfDay(from), formatTimeOfDay(to));
  // Where room is short its length is enough; the times are in its title.
  const short = from !== undefined && to !== undefined ? formatDuration(to - from) : said;
  return (
    <button
      type="button"
      class="window-term"
      aria-label={text.remove(said)}
      title={text.title(said)}
      onClick={() => {
        filter.window.value = undefined;
      }}
    >
      <span class="window-term__long">{said}</span>
      <span class="window-term__short">{short}</span>
      <svg viewBox="0 0 8 8" aria-hidden="true">
        <path d="M1 1l6 6m0-6l-6 6" />
      </svg>
    </button>
  );
}
