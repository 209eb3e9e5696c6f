import type { Catalogs } from '../panel/text.ts';
import { recordings as en } from './en/recordings.ts';
import { recordings as zh } from './zh-CN/recordings.ts';

export const RECORDINGS: Catalogs<typeof en> = { en, 'zh-CN': zh };
