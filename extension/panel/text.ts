import type { Language } from './store/language.ts';
import { useStore } from './store/store.ts';

/** The texts of one area of the panel in each language, all of the English one's type. */
export type Catalogs<Text> = Readonly<Record<Language, Text>>;

/**
 * The texts of an area in the language of the panel; the component that asks is drawn anew when it is switched.
 *
 *     import { slots as en } from '../../../locales/en/slots.ts';
 *     import { slots as zh } from '../../../locales/zh-CN/slots.ts';
 *     const text = useText({ en, 'zh-CN': zh });
 *     <p>{text.idleFor(formatDuration(idle))}</p>
 */
export function useText<Text>(catalogs: Catalogs<Text>): Text {
  return catalogs[useStore().language.value];
}
