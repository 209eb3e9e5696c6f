import type { Catalogs, TextOf } from '../panel/text.ts';
import { commands as en } from './en/commands.ts';
import { commands as zh } from './zh-CN/commands.ts';

export const COMMANDS: Catalogs<TextOf<typeof en>> = { en, 'zh-CN': zh };
