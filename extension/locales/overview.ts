import type { Catalogs } from '../panel/text.ts';
import { overview as en } from './en/overview.ts';
import { overview as zh } from './zh-CN/overview.ts';

export const OVERVIEW: Catalogs<typeof en> = { en, 'zh-CN': zh };
