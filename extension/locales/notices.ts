import type { Catalogs, TextOf } from '../panel/text.ts';
import { notices as en } from './en/notices.ts';
import { notices as zh } from './zh-CN/notices.ts';

export const NOTICES: Catalogs<TextOf<typeof en>> = { en, 'zh-CN': zh };
