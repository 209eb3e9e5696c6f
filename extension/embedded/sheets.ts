/** The style sheets of all components that were loaded so far, as text: a server may import the panel, and has no sheets. */
const texts: string[] = [];
/** The same, constructed, as far as a panel has needed them. */
const sheets: CSSStyleSheet[] = [];
const roots = new Set<ShadowRoot>();

/**
 * Takes a component's style sheet, in place of the one that a bundler would link to the page (embedded/vite.config.ts). A
 * constructed sheet is no inline style: a page that forbids those (CSP `style-src`) allows it, without a nonce.
 */
export function addSheet(css: string): void {
  texts.push(css);
  for (const root of roots) adopt(root);
}

/** The sheets that there are and those of views that are loaded later. Returns what takes them off again. */
export function adoptSheets(root: ShadowRoot): () => void {
  roots.add(root);
  adopt(root);
  return () => {
    roots.delete(root);
    root.adoptedStyleSheets = [];
  };
}

function adopt(root: ShadowRoot): void {
  for (const css of texts.slice(sheets.length)) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.push(sheet);
  }
  root.adoptedStyleSheets = [...sheets];
}
