import type { Catalogs, TextOf } from '../panel/text.ts';
import { catalogs } from './catalogs.ts';
import { shell as en } from './en/shell.ts';

export const SHELL: Catalogs<TextOf<typeof en>> = catalogs<TextOf<typeof en>>(en, (zh) => zh.shell);
