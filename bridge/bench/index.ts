import type { Suite } from '../../runtime/bench/row.ts';
import { previews } from './previews.ts';

/** The rows of the bridge that need no browser; the others are in `e2e/bench/`. */
export const bridgeSuites: readonly Suite[] = [previews];
