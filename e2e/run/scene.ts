import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { DevTools } from '../fixtures/devtools.ts';
import { isDevTools, openPanel, undock } from '../fixtures/devtools.ts';
import type { LabServer } from '../fixtures/lab-server.ts';
import { startLabServer } from '../fixtures/lab-server.ts';
import type { Launched, LaunchOptions } from '../fixtures/launch.ts';
import { launchWithExtension } from '../fixtures/launch.ts';
import type { Panel } from '../fixtures/panel.ts';
import { panelIn } from '../fixtures/panel.ts';

/** The lab, a browser with the extension, and DevTools open on the Tasklens panel. */
export interface Scene extends Launched {
  readonly lab: LabServer;
  readonly page: Page;
  readonly devtools: DevTools;
  readonly panel: Panel;
  /** Ends all of it; what is closed already is no error. */
  close(): Promise<void>;
}

/** Sets the scene that `npm start` and `npm run picture` share. The lab is open, no upload was started. */
export async function setScene(options: LaunchOptions): Promise<Scene> {
  const lab = await startLabServer();
  let launched: Launched | undefined;
  try {
    launched = await launchWithExtension(options);
    const { context } = launched;
    const page = context.pages().find((candidate) => !isDevTools(candidate)) ?? (await context.newPage());
    await page.goto(lab.url);
    const devtools = await openPanel(context, page);
    // Beside a real page the docked panel has half a window; without a screen it may have all the room there is.
    if (options.headless) await undock(devtools.page);
    return {
      ...launched,
      lab,
      page,
      devtools,
      panel: panelIn(devtools.panel),
      close: async () => {
        try {
          await context.close();
        } catch (error) {
          // The person closed the window while, or before, we did.
          if (context.browser()?.isConnected()) throw error;
        } finally {
          await lab.close();
        }
      },
    };
  } catch (error) {
    await launched?.context.close();
    await lab.close();
    throw error;
  }
}

/** Runs the lab's upload that fails twice, and waits until the panel shows its end. */
export async function driveUpload({ page, panel, lab }: Scene, run = 'upload'): Promise<void> {
  await page.goto(`${lab.url}/?run=${run}`);
  await expect(panel.counted('Success', 1)).toBeVisible({ timeout: 30_000 });
  await expect(panel.counted('Running', 0)).toBeVisible({ timeout: 30_000 });
}
