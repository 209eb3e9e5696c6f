import type { Catalogs } from '../panel/text.ts';
import { insights as en } from './en/insights.ts';
import { insights as zh } from './zh-CN/insights.ts';

export const INSIGHTS: Catalogs<typeof en> = { en, 'zh-CN': zh };
