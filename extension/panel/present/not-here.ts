const FILE = 'Pages opened from a file need “Allow access to file URLs” in the extension’s details.';
const INTERNAL = 'The browser’s own pages and its extension store let no extension in.';
const ACCESS = 'The extension’s site access may be set to “on click” or to other sites: allow this one in its details.';
const PRIVATE = 'A private window needs “Allow in Incognito” in the extension’s details.';

/** Why the extension may not be in a page, the likeliest first, as far as the page's address tells. */
export function notHereCauses(url: string | undefined): readonly string[] {
  const scheme = url === undefined ? undefined : /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'file') return [FILE, ACCESS];
  if (scheme === 'http' || scheme === 'https') {
    return /^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore|addons\.mozilla\.org|microsoftedge\.microsoft\.com\/addons)\b/i.test(
      url ?? '',
    )
      ? [INTERNAL]
      : [ACCESS, PRIVATE];
  }
  if (scheme !== undefined && scheme !== 'about') return [INTERNAL];
  return [ACCESS, FILE, INTERNAL, PRIVATE];
}
