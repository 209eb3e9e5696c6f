import type { VNode } from 'preact';
import './Hint.css';

/** Until there are more tasks than this. */
export const HINT_UP_TO = 3;

/** One line below the first tasks: where to go from here. */
export function Hint(): VNode {
  return (
    <p class="hint">
      Choose a task to see its attempts. Narrow the list with the filter, as in <code>state:error attempts:&gt;1</code>.
      Press <kbd>?</kbd> for the keys.
    </p>
  );
}
