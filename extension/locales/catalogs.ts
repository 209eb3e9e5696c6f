import { signal } from '@preact/signals';
import type { Language } from '../panel/store/language.ts';
import type { Catalogs } from '../panel/text.ts';

type Chinese = typeof import('./zh-CN/index.ts');

const chinese = signal<Chinese | undefined>(undefined);

/**
 * The texts of an area, English at hand and Chinese once it is loaded: who reads no Chinese does not load it. Until then, and
 * where it cannot be loaded, a text is English. A component that asked is drawn anew when it is there.
 */
export function catalogs<Text>(en: Text, inChinese: (texts: Chinese) => Text): Catalogs<Text> {
  return {
    en,
    get 'zh-CN'() {
      return chinese.value ? inChinese(chinese.value) : en;
    },
  };
}

/** Whether the panel can be written in that language at once. */
export function isLoaded(language: Language): boolean {
  return language === 'en' || chinese.peek() !== undefined;
}

/** Loads what the panel needs to be written in that language. */
export async function loadLanguage(language: Language): Promise<void> {
  if (isLoaded(language)) return;
  try {
    chinese.value = await import('./zh-CN/index.ts');
  } catch (error) {
    // The extension was updated meanwhile: its files are gone, the panel stays English.
    console.error(error);
  }
}
