import type { Catalogs, TextOf } from '../panel/text.ts';
import { faults as en } from './en/faults.ts';
import { faults as zh } from './zh-CN/faults.ts';

export const FAULTS: Catalogs<TextOf<typeof en>> = { en, 'zh-CN': zh };
