import type { TaskModel } from '../../../bridge/model/types.ts';
import { asJson } from '../copy/as-json.ts';
import { asMarkdown } from '../copy/as-markdown.ts';
import { asPlaywright } from '../copy/as-playwright.ts';
import { copyText } from '../copy/copy-text.ts';
import type { PanelStore } from '../store/store.ts';
import type { MenuItem } from './Menu.tsx';

/** The ways to copy tasks. Each says how many it copies; `onDone` hears whether the browser took it. */
export function copyItems(
  tasks: readonly TaskModel[],
  store: PanelStore,
  view: Document,
  onDone: (copied: boolean) => void = () => {},
): readonly MenuItem[] {
  const { model } = store.feed;
  const one = tasks.length === 1;
  const of = one ? '' : ` of ${tasks.length} tasks`;
  const item = (label: string, text: () => string): MenuItem => ({
    label,
    onChoose: () => onDone(copyText(view, text())),
  });
  return [
    item(one ? 'Copy name' : `Copy names${of}`, () => tasks.map((task) => task.name).join('\n')),
    item(one ? 'Copy id' : `Copy ids${of}`, () => tasks.map((task) => task.id).join('\n')),
    item(`Copy as JSON${of && ` (${tasks.length} tasks)`}`, () => asJson(tasks, model)),
    item(`Copy as Playwright assertion${of && `s (${tasks.length} tasks)`}`, () => asPlaywright(tasks)),
    item(`Copy as bug report${of && ` (${tasks.length} tasks)`}`, () => asMarkdown(tasks, model)),
  ];
}
