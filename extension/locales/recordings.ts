import type { Catalogs, TextOf } from '../panel/text.ts';
import { catalogs } from './catalogs.ts';
import { recordings as en } from './en/recordings.ts';

export const RECORDINGS: Catalogs<TextOf<typeof en>> = catalogs<TextOf<typeof en>>(en, (zh) => zh.recordings);
