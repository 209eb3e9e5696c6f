import type { Catalogs, TextOf } from '../panel/text.ts';
import { list as en } from './en/list.ts';
import { list as zh } from './zh-CN/list.ts';

export const LIST: Catalogs<TextOf<typeof en>> = { en, 'zh-CN': zh };
