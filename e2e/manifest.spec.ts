import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSION } from './fixtures/launch.ts';
import { expect, test } from './fixtures/test.ts';

test('bridge 9: the Chromium build has no background script and asks for no permission', () => {
  const manifest = JSON.parse(readFileSync(join(EXTENSION, 'manifest.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest.manifest_version).toBe(3);
  expect(manifest.background).toBeUndefined();
  expect(manifest.permissions ?? []).toEqual([]);
  expect(manifest.host_permissions).toBeUndefined();
  expect(manifest.optional_permissions).toBeUndefined();
  expect(manifest.minimum_chrome_version).toBe('120');
  expect(readdirSync(EXTENSION)).not.toContain('background.js');
});
