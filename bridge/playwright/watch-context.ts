import type { BrowserContext } from '@playwright/test';
import type { PageCommand } from './page-hand.ts';
import { ACT, TELL } from './page-names.ts';
import type { TaskLog } from './task-log.ts';

/** `page.ts`, bundled; put in place by the build. */
declare const __TASKLENS_PAGE_SCRIPT__: string;

/**
 * Hears every document of a context from now on, popups and frames of any origin included, before any script of theirs. A page
 * that has already loaded is heard after its next navigation.
 */
export async function watchContext(context: BrowserContext, log: TaskLog): Promise<void> {
  await context.exposeBinding(TELL, ({ page, frame }, ...told: unknown[]) => {
    const [session, url, since, events] = told;
    if (typeof session !== 'string' || !/^[0-9a-f]{32}$/.test(session)) return;
    if (typeof url !== 'string' || typeof since !== 'number' || typeof events !== 'string') return;
    const alive = (): boolean => !page.isClosed() && !frame.isDetached();
    log.hear({ session, url, since, place: frame, alive }, events);
  });
  await context.addInitScript({ content: __TASKLENS_PAGE_SCRIPT__ });
}

/** Does it in every document that is there. Returns how many runtimes did it. */
export async function actIn(context: BrowserContext, command: PageCommand): Promise<number> {
  const frames = context.pages().flatMap((page) => page.frames());
  const counts = await Promise.all(
    frames.map(async (frame) => {
      try {
        return await frame.evaluate(callAct, { name: ACT, command });
      } catch (error) {
        // It went while it was asked.
        if (frame.isDetached() || frame.page().isClosed()) return 0;
        throw error;
      }
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Does it in every document that comes, before its scripts. */
export async function actInComing(context: BrowserContext, command: PageCommand): Promise<void> {
  await context.addInitScript(callAct, { name: ACT, command });
}

/** Runs in the page. */
function callAct({ name, command }: { readonly name: string; readonly command: unknown }): number {
  const act: unknown = Reflect.get(globalThis, name);
  const count: unknown = typeof act === 'function' ? act(command) : 0;
  return typeof count === 'number' ? count : 0;
}
