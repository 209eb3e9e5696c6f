import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { mountPanel } from 'tasklens/panel';
import './dock.css';

let mounted: ReturnType<typeof mountPanel> | undefined;

/** What an earlier run left in the panel gives way to the next. */
export const clearPanel = (): void => mounted?.clear();

/** The panel itself, beside the figure: it watches the runtimes of this page as DevTools would. */
export function Dock(): VNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let gone = false;
    // The figure first: the panel is as large as all the rest.
    import('tasklens/panel')
      .then((panel) => {
        if (gone) return;
        mounted = panel.mountPanel(place.current);
      })
      .catch(reportError);
    return () => {
      gone = true;
      mounted?.unmount();
      mounted = undefined;
    };
  }, []);
  return (
    <aside class="dock" aria-label="Tasklens panel">
      <div class="dock__panel" ref={place} />
    </aside>
  );
}
