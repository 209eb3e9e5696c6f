import type { Catalogs, TextOf } from '../panel/text.ts';
import { filter as en } from './en/filter.ts';
import { filter as zh } from './zh-CN/filter.ts';

export const FILTER: Catalogs<TextOf<typeof en>> = { en, 'zh-CN': zh };
