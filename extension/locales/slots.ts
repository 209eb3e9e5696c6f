import type { Catalogs } from '../panel/text.ts';
import { slots as en } from './en/slots.ts';
import { slots as zh } from './zh-CN/slots.ts';

export const SLOTS: Catalogs<typeof en> = { en, 'zh-CN': zh };
