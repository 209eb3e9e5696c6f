import type { VNode } from 'preact';
import { SHELL } from '../../locales/shell.ts';
import { LANGUAGES } from '../store/language.ts';
import { HISTORY_LIMITS, useStore } from '../store/store.ts';
import { useText } from '../text.ts';
import { Sheet } from './Sheet.tsx';
import './SettingsSheet.css';

/** A language is called as its readers call it. */
const OWN_NAME = { en: 'English', 'zh-CN': '简体中文' } as const;

/** What is chosen once and kept. */
export function SettingsSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const { chosenLanguage, historyLimit, language } = useStore();
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
            chosenLanguage.value = LANGUAGES.find((known) => known === value);
          }}
        >
          <option value="">{text.byBrowser}</option>
          {LANGUAGES.map((each) => (
            <option key={each} value={each} lang={each}>
              {OWN_NAME[each]}
            </option>
          ))}
        </select>
      </label>
      {historyLimit !== undefined && (
        <label class="settings__row" title={text.historyTitle}>
          {text.history}
          <select
            value={String(historyLimit.value)}
            onChange={(event) => {
              historyLimit.value = Number(event.currentTarget.value);
            }}
          >
            {HISTORY_LIMITS.map((limit) => (
              <option key={limit} value={limit}>
                {text.tasks(limit.toLocaleString(language.value))}
              </option>
            ))}
          </select>
        </label>
      )}
    </Sheet>
  );
}
