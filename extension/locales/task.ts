import type { Catalogs, TextOf } from '../panel/text.ts';
import { catalogs } from './catalogs.ts';
import { task as en } from './en/task.ts';

export const TASK: Catalogs<TextOf<typeof en>> = catalogs<TextOf<typeof en>>(en, (zh) => zh.task);
