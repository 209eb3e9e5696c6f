import type { Catalogs, TextOf } from '../panel/text.ts';
import { catalogs } from './catalogs.ts';
import { commands as en } from './en/commands.ts';

export const COMMANDS: Catalogs<TextOf<typeof en>> = catalogs<TextOf<typeof en>>(en, (zh) => zh.commands);
