import type { VNode } from 'preact';
import { SHELL } from '../../locales/shell.ts';
import { LANGUAGES } from '../store/language.ts';
import { useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Sheet } from './Sheet.tsx';
import './SettingsSheet.css';

/** A language is called as its readers call it. */
const OWN_NAME = { en: 'English', 'zh-CN': '简体中文' } as const;

/** What is chosen once and kept. */
export function SettingsSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const { chosenLanguage } = useStore();
  const { settings: text } = useText(SHELL);
  return (
    <Sheet label={text.title} closeLabel={text.close} onClose={onClose}>
      <h2 class="sheet__title">{text.title}</h2>
      <label class="settings__row">
        {text.language}
        <select
          value={chosenLanguage.value ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            chosenLanguage.value = LANGUAGES.find((language) => language === value);
          }}
        >
          <option value="">{text.byBrowser}</option>
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {OWN_NAME[language]}
            </option>
          ))}
        </select>
      </label>
    </Sheet>
  );
}
