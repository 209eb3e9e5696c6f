import type { Catalogs } from '../panel/text.ts';
import { accounting as en } from './en/accounting.ts';
import { accounting as zh } from './zh-CN/accounting.ts';

export const ACCOUNTING: Catalogs<typeof en> = { en, 'zh-CN': zh };
