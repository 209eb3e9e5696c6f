import type { Catalogs, TextOf } from '../panel/text.ts';
import { shell as en } from './en/shell.ts';
import { shell as zh } from './zh-CN/shell.ts';

export const SHELL: Catalogs<TextOf<typeof en>> = { en, 'zh-CN': zh };
