import type { Catalogs, TextOf } from '../panel/text.ts';
import { catalogs } from './catalogs.ts';
import { list as en } from './en/list.ts';

export const LIST: Catalogs<TextOf<typeof en>> = catalogs<TextOf<typeof en>>(en, (zh) => zh.list);
