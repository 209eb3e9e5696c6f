import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FIREFOX_EXTENSION } from './fixtures/firefox/firefox.ts';
import { EXTENSION } from './fixtures/launch.ts';
import { expect, test } from './fixtures/test.ts';

const manifestIn = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

test('bridge 9: the Chromium build has no background script and asks for no permission', () => {
  const manifest = manifestIn(EXTENSION);
  expect(manifest.manifest_version).toBe(3);
  expect(manifest.background).toBeUndefined();
  expect(manifest.permissions ?? []).toEqual([]);
  expect(manifest.host_permissions).toBeUndefined();
  expect(manifest.optional_permissions).toBeUndefined();
  expect(manifest.minimum_chrome_version).toBe('120');
  expect(readdirSync(EXTENSION)).not.toContain('background.js');
});

test('bridge 9: the Firefox build has a background that may stop, asks for no permission and collects nothing', () => {
  const manifest = manifestIn(FIREFOX_EXTENSION);
  expect(manifest.manifest_version).toBe(3);
  expect(manifest.background).toEqual({ scripts: ['background.js'] });
  expect(manifest.permissions ?? []).toEqual([]);
  expect(manifest.host_permissions).toBeUndefined();
  expect(manifest.optional_permissions).toBeUndefined();
  expect(manifest.browser_specific_settings).toEqual({
    gecko: {
      id: 'tasklens@tasklens.dev',
      strict_min_version: '128.0',
      data_collection_permissions: { required: ['none'] },
    },
  });
});

for (const folder of [EXTENSION, FIREFOX_EXTENSION]) {
  test(`bridge 17: the pages of ${basename(folder)} run what the extension brings, and may ask nobody for anything`, () => {
    const { content_security_policy: policy } = manifestIn(folder);
    const { extension_pages: pages = '' } = Object(policy);
    expect(pages).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(pages).toContain("connect-src 'none'");
    expect(pages).not.toContain('unsafe');
  });

  test(`bridge 17: no script in ${basename(folder)} evaluates text or makes markup of it, and none asks a server`, () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    expect(files.length).toBeGreaterThan(5);
    const found = files.flatMap((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      // (The panel shows an example that fetches '/photo', and tells how to hand a signal to `fetch(url, …)`.)
      const calls = text.match(
        /\beval\(|\bnew Function\b|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\bfetch\((?!'\/photo'|`\/photo`|url, \{ signal)|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts/g,
      );
      return (calls ?? []).map((call) => `${file}: ${call}`);
    });
    expect(found).toEqual([]);
  });
}
