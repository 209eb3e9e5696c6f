/** Each is named as its text is. */
export type NotHereCause = 'file' | 'internal' | 'access' | 'private';

/** Why the extension may not be in a page, the likeliest first, as far as the page's address tells. */
export function notHereCauses(url: string | undefined): readonly NotHereCause[] {
  const scheme = url === undefined ? undefined : /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'file') return ['file', 'access'];
  if (scheme === 'http' || scheme === 'https') {
    return /^https:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore|addons\.mozilla\.org|microsoftedge\.microsoft\.com\/addons)\b/i.test(
      url ?? '',
    )
      ? ['internal']
      : ['access', 'private'];
  }
  if (scheme !== undefined && scheme !== 'about') return ['internal'];
  return ['access', 'file', 'internal', 'private'];
}
