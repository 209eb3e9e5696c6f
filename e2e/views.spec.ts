import type { Locator, Page } from '@playwright/test';
import { expect, test, violations } from './fixtures/gallery.ts';
import type { DetailTab, Panel } from './fixtures/panel.ts';

// Every view of the panel, light and dark, narrow and wide: compared with the kept picture, and judged by axe. Whoever
// changes a view looks at its pictures: `npx playwright test e2e/views.spec.ts --update-snapshots`.

interface Scene {
  readonly name: string;
  readonly query: string;
  readonly height?: number;
  /** Brings the panel into the state of the picture. */
  readonly act?: (panel: Panel) => Promise<void>;
  /** What is pictured, where it is not all of the panel. */
  readonly part?: (panel: Panel) => Locator;
}

const details = (name: string, task: RegExp, tab: DetailTab): Scene => ({
  name,
  query: 'tasks=mixed',
  act: async (panel) => {
    await panel.row(task).click();
    await panel.tab(tab).click();
  },
  part: (panel) => panel.details,
});

/** A view whose code is not there yet, cannot be loaded, or throws. */
const view = (load: string): Scene => ({
  name: `view-${load}`,
  query: `tasks=3&load=${load}`,
  height: 360,
  act: async (panel) => {
    await panel.frame.getByRole('tab', { name: 'Slots' }).click();
    await expect(
      panel.frame.getByText(/^(Loading Slots…|Slots (could not be loaded|stopped with an error))$/),
    ).toBeVisible();
  },
});

/** A view beside Tasks, once it is there. */
const shown = (name: string, query: string, height?: number, act?: Scene['act']): Scene => ({
  name,
  query,
  ...(height === undefined ? {} : { height }),
  act: async (panel) => {
    await expect(panel.frame.locator('[aria-busy=true]')).toHaveCount(0);
    await act?.(panel);
  },
});

const SCENES: readonly Scene[] = [
  { name: 'list', query: 'tasks=mixed' },
  { name: 'three', query: 'tasks=3', height: 300 },
  { name: 'many', query: 'tasks=10000', height: 400 },
  {
    name: 'chosen',
    query: 'tasks=mixed',
    act: (panel) => panel.row(/photo-0413/).click(),
  },
  details('attempts', /photo-0413/, 'Attempts'),
  details('retrying', /video-07/, 'Attempts'),
  details('pending', /photo-0418/, 'Attempts'),
  details('state', /photo-0413/, 'State'),
  details('error', /onerror/, 'Error'),
  details('data', /photo-0412/, 'Data'),
  details('events', /photo-0412/, 'Events'),
  {
    name: 'selection',
    query: 'tasks=mixed',
    act: async (panel) => {
      await panel.row(/photo-0412/).click();
      await panel.tasks.press('Control+a');
    },
    part: (panel) => panel.details,
  },
  {
    name: 'filter',
    query: 'tasks=mixed',
    height: 400,
    act: async (panel) => {
      await panel.retryable.click();
      await panel.filter.pressSequentially('upload -https:x outcome:e');
    },
  },
  { name: 'nothing-found', query: 'tasks=mixed', height: 260, act: (panel) => panel.filter.fill('no such task') },
  {
    name: 'help',
    query: 'tasks=0',
    act: (panel) => panel.tasks.press('?'),
    part: (panel) => panel.frame.getByRole('dialog', { name: 'Help' }),
  },
  {
    name: 'settings',
    query: 'tasks=3',
    height: 360,
    act: (panel) => panel.frame.getByRole('button', { name: 'Settings' }).click(),
  },
  {
    name: 'window',
    query: 'tasks=queue-10000',
    height: 400,
    act: async (panel) => {
      const end = panel.frame.getByRole('slider', { name: 'End of the time window' });
      for (let step = 0; step < 4; step += 1) await end.press('PageDown');
      await panel.frame.getByRole('slider', { name: 'Start of the time window' }).press('PageUp');
    },
  },
  shown('slots', 'tasks=queue-60&view=slots', 480, (panel) => panel.frame.getByRole('application').press('ArrowRight')),
  shown('slots-mixed', 'tasks=mixed&view=slots'),
  shown('slots-three', 'tasks=3&view=slots', 400),
  shown('slots-many', 'tasks=queue-10000&view=slots'),
  shown('slots-none', 'tasks=0&view=slots', 260),
  shown('accounting', 'tasks=mixed&view=accounting', 900),
  shown('accounting-three', 'tasks=3&view=accounting', 700),
  shown('accounting-many', 'tasks=queue-10000&view=accounting', 700),
  shown('accounting-none', 'tasks=0&view=accounting', 260),
  view('loading'),
  view('failed'),
  view('broken'),
  { name: 'no-tasks', query: 'tasks=0', height: 260 },
  { name: 'connecting', query: 'tasks=0&state=connecting', height: 260 },
  { name: 'no-runtime', query: 'tasks=0&state=no-runtime', height: 360 },
  { name: 'not-here', query: 'tasks=0&state=not-here', height: 400 },
  { name: 'could-not-connect', query: 'tasks=0&state=could-not-connect', height: 260 },
  { name: 'version-mismatch', query: 'tasks=0&state=version-mismatch', height: 260 },
  { name: 'paused', query: 'tasks=3&state=paused', height: 260 },
  { name: 'reconnecting', query: 'tasks=3&state=reconnecting', height: 260 },
];

// What is not in the bundled font (arrows, ticks, scripts but Latin) comes from the machine's own.
const TOLERANCE = { maxDiffPixelRatio: 0.01 };

for (const { name, act, part, query, height = 480 } of SCENES) {
  test(`panel 5: the view "${name}" looks as it did, and axe finds nothing in it`, async ({ openView }) => {
    const panel = await openView({ query, height });
    await act?.(panel);
    for (const width of [1400, 400]) {
      await panel.page.setViewportSize({ width, height });
      for (const colorScheme of ['light', 'dark'] as const) {
        await panel.page.emulateMedia({ colorScheme });
        await expect(part?.(panel) ?? panel.page).toHaveScreenshot(`${name}-${colorScheme}-${width}.png`, TOLERANCE);
        // The contrast of either theme, each at one width: what else axe looks at is the same in both.
        if ((width === 1400) === (colorScheme === 'light')) expect(await violations(panel.page)).toEqual([]);
      }
    }
  });
}

test('panel 5: in forced colours the panel is read by the system’s own', async ({ openView }) => {
  const panel = await openView({ query: 'tasks=mixed', theme: 'dark', forcedColors: 'active' });
  await panel.row(/photo-0413/).click();
  await expect(panel.page).toHaveScreenshot('forced-colors.png', TOLERANCE);
});

interface ChineseScene extends Pick<Scene, 'name' | 'query' | 'height'> {
  readonly act?: (page: Page) => Promise<void>;
}

const detailsOf = (tab: string) => async (page: Page) => {
  await page.getByText('upload photo-0413.jpg').first().click();
  await page.getByRole('tab', { name: tab }).click();
};

// By name alone: what is in a view, and that it is right, is looked at above.
const CHINESE: readonly ChineseScene[] = [
  { name: 'list', query: 'tasks=mixed' },
  { name: 'attempts', query: 'tasks=mixed', act: detailsOf('尝试') },
  { name: 'error', query: 'tasks=mixed', act: detailsOf('错误') },
  { name: 'no-runtime', query: 'tasks=0&state=no-runtime', height: 360 },
  { name: 'not-here', query: 'tasks=0&state=not-here', height: 400 },
  { name: 'help', query: 'tasks=0', height: 700, act: (page) => page.getByRole('grid').press('?') },
  {
    name: 'settings',
    query: 'tasks=3',
    height: 360,
    act: (page) => page.getByRole('button', { name: '设置' }).click(),
  },
  { name: 'slots', query: 'tasks=queue-60&view=slots' },
  { name: 'accounting', query: 'tasks=mixed&view=accounting', height: 700 },
];

for (const { name, query, height = 480, act } of CHINESE) {
  test(`panel 8: the view "${name}" in Chinese looks as it did, and axe finds nothing in it`, async ({ openView }) => {
    const { page } = await openView({ query: `${query}&language=zh-CN`, height });
    await act?.(page);
    for (const [width, colorScheme] of [
      [1400, 'light'],
      [400, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await expect(page).toHaveScreenshot(`${name}-zh-${colorScheme}-${width}.png`, TOLERANCE);
      expect(await violations(page)).toEqual([]);
    }
  });
}
