import type { VNode } from 'preact';
import { NOTICES } from '../../locales/notices.ts';
import { useText } from '../text.ts';
import { fill } from './fill.ts';
import './Hint.css';

/** Until there are more tasks than this. */
export const HINT_UP_TO = 3;

/** One line below the first tasks: where to go from here. */
export function Hint(): VNode {
  return <p class="hint">{fill(useText(NOTICES).hint, <code>state:error attempts:&gt;1</code>, <kbd>?</kbd>)}</p>;
}
