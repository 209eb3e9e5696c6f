import type { Language } from './store/language.ts';
import { useStore } from './store/store.ts';

/** What a catalog in another language holds: what the English one does, with any words. */
export type TextOf<English> = English extends string
  ? string
  : English extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof English]: TextOf<English[Key]> };

/** The texts of one area of the panel in each language, all of the English one's type. */
export type Catalogs<Text> = Readonly<Record<Language, Text>>;

/**
 * The texts of an area in the language of the panel; the component that asks is drawn anew when it is switched.
 *
 *     import { SLOTS } from '../../../locales/slots.ts'; // { en, 'zh-CN': zh }
 *     const text = useText(SLOTS);
 *     <p>{text.idleFor(formatDuration(idle))}</p>
 */
export function useText<Text>(catalogs: Catalogs<Text>): Text {
  return catalogs[useStore().language.value];
}
