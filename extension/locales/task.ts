import type { Catalogs, TextOf } from '../panel/text.ts';
import { task as en } from './en/task.ts';
import { task as zh } from './zh-CN/task.ts';

export const TASK: Catalogs<TextOf<typeof en>> = { en, 'zh-CN': zh };
