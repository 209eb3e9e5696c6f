import { version } from '../../package.json';
import { mountPanel as mount } from '../panel/mount.tsx';
import type { PanelSource } from '../panel/source.ts';
import type * as api from './api.ts';
import { createPageSource } from './page-source.ts';
import { adoptSheets } from './sheets.ts';
import './host.css';

export const mountPanel: typeof api.mountPanel = (element, options = {}) => {
  checkElement(element);
  const { theme, language, storage } = checkOptions(options);
  const { source, close } = sourceOf(options.source);
  // An element has one shadow root for good; one of our own can be taken out again.
  const host = element.ownerDocument.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const place = root.appendChild(element.ownerDocument.createElement('div'));
  place.className = 'embedded';
  const releaseSheets = adoptSheets(root);
  element.append(host);
  const panel = mount(place, {
    source,
    version,
    ...(theme === undefined ? {} : { theme: { current: theme, subscribe: () => () => {} } }),
    ...(language === undefined ? {} : { languages: [language] }),
    ...(storage === undefined ? {} : { storage: storage ?? { getItem: () => null, setItem: () => {} } }),
  });
  let mounted = true;
  return {
    setVisible: panel.setVisible,
    clear: source.clear,
    unmount() {
      if (!mounted) return;
      mounted = false;
      panel.unmount();
      releaseSheets();
      host.remove();
      close();
    },
  };
};

function sourceOf(given: PanelSource | undefined): { readonly source: PanelSource; readonly close: () => void } {
  if (given !== undefined) return { source: given, close: () => {} };
  const source = createPageSource();
  return { source, close: source.close };
}

function checkElement(element: unknown): asserts element is Element {
  if (!(element instanceof Element)) {
    throw new TypeError(
      `Expected \`element\` to be an element of a document, got ${element === null ? 'null' : typeof element}`,
    );
  }
}

function checkOptions(options: api.PanelOptions): api.PanelOptions {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError(`Expected \`options\` to be an object, got ${options === null ? 'null' : typeof options}`);
  }
  const { theme, language } = options;
  if (theme !== undefined && theme !== 'light' && theme !== 'dark') {
    throw new TypeError(`Expected \`theme\` to be 'light' or 'dark', got ${JSON.stringify(theme)}`);
  }
  if (language !== undefined && language !== 'en' && language !== 'zh-CN') {
    throw new TypeError(`Expected \`language\` to be 'en' or 'zh-CN', got ${JSON.stringify(language)}`);
  }
  return options;
}
