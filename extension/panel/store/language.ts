import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { loadLanguage } from '../../locales/catalogs.ts';
import type { Settings } from './settings.ts';

export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface LanguageStore {
  /** What the panel is written in. */
  readonly language: ReadonlySignal<Language>;
  /** What the user chose; undefined: as the browser is. */
  readonly chosen: Signal<Language | undefined>;
  readonly stop: () => void;
}

/** The first of the browser's languages that there is a catalog for; a reader of any Chinese reads the one there is. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [base] = tag.toLowerCase().split('-');
    const found = LANGUAGES.find((language) => language.split('-')[0] === base);
    if (found !== undefined) return found;
  }
  return 'en';
}

export function createLanguage(settings: Settings, wanted: readonly string[]): LanguageStore {
  const kept = settings.read('language');
  const chosen = signal(LANGUAGES.find((language) => language === kept));
  const byBrowser = bestLanguage(wanted);
  const language = computed(() => chosen.value ?? byBrowser);
  const stopLoading = effect(() => void loadLanguage(language.value));
  const stopKeeping = effect(() => settings.write('language', chosen.value ?? null));
  return {
    language,
    chosen,
    stop() {
      stopLoading();
      stopKeeping();
    },
  };
}
