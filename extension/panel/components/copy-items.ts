import type { TaskModel } from '../../../bridge/model/types.ts';
import { asJson } from '../copy/as-json.ts';
import { asMarkdown } from '../copy/as-markdown.ts';
import { asPlaywright } from '../copy/as-playwright.ts';
import { copyText } from '../copy/copy-text.ts';
import type { TaskText } from '../present/words.ts';
import type { PanelStore } from '../store/store.ts';
import type { MenuItem } from './Menu.tsx';

/** The ways to copy tasks. Each says how many it copies; `onDone` hears whether the browser took it. */
export function copyItems(
  tasks: readonly TaskModel[],
  store: PanelStore,
  words: TaskText['copy'],
  view: Document,
  onDone: (copied: boolean) => void = () => {},
): readonly MenuItem[] {
  const { model } = store.feed;
  const item = (label: string, text: () => string): MenuItem => ({
    label,
    onChoose: () => onDone(copyText(view, text())),
  });
  return [
    item(words.names(tasks.length), () => tasks.map((task) => task.name).join('\n')),
    item(words.ids(tasks.length), () => tasks.map((task) => task.id).join('\n')),
    item(words.json(tasks.length), () => asJson(tasks, model)),
    item(words.playwright(tasks.length), () => asPlaywright(tasks)),
    item(words.markdown(tasks.length), () => asMarkdown(tasks, model)),
  ];
}
