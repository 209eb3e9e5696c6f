// What `tasklens/panel` is to who imports it. Types alone: the panel itself is one bundle with all it needs (index.ts), whose
// own types would name packages that a user of it need not have.
import type { PanelSource } from '../panel/source.ts';

export type { PanelSource } from '../panel/source.ts';

export interface PanelOptions {
  /** What it shows. Default: the runtimes of this page. One that is given stays the caller's to close. */
  readonly source?: PanelSource | undefined;
  /** Default: as the system says. */
  readonly theme?: 'light' | 'dark' | undefined;
  /** Default: the browser's, where the panel speaks it. What the reader chooses in its settings goes before. */
  readonly language?: 'en' | 'zh-CN' | undefined;
  /**
   * Where the reader's choices are kept (filter, sort, columns; never what tasks hold). Default: this page's localStorage, under
   * names that begin with `tasklens.panel.`; null: nowhere.
   */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'> | null | undefined;
}

/** A panel in a page. */
export interface MountedPanel {
  /** A panel that is not seen paints nothing; what the tasks do is followed all the same. */
  setVisible(visible: boolean): void;
  /** Finished tasks go, as with the panel's own button; live ones stay. */
  clear(): void;
  /** Takes it out, and stops all that began with it. */
  unmount(): void;
}

/**
 * Draws the Tasklens panel into an element of any page, as large as the element is: what DevTools shows with the extension, in
 * any browser and without one. It lives in a shadow root: no style of the page's reaches it and none of its own the page,
 * under a strict content security policy too (`script-src` must allow this module, nothing else is needed). Beside
 * the extension both are complete.
 *
 * @param element an element with a height of its own; what is in it stays
 * @throws {TypeError} for what is no element of a document, or no options
 * @example
 * ```ts
 * const panel = mountPanel(document.querySelector('#tasks'), { theme: 'dark' });
 * panel.unmount();
 * ```
 */
export declare function mountPanel(element: Element | null, options?: PanelOptions): MountedPanel;
