import { receiveIn } from '../../panel/handover.ts';
import { type MountedPanel, mountPanel } from '../../panel/mount.tsx';
import type { PanelSource } from '../../panel/source.ts';

const element = document.getElementById('panel');
if (element === null) throw new Error('panel.html has lost its #panel element.');

const tab = new URLSearchParams(location.search).get('tabId');
if (tab === null) {
  // Inside DevTools: the devtools page has the source and brings it when the panel is shown.
  let mounted: { readonly panel: MountedPanel; readonly source: PanelSource } | undefined;
  receiveIn(window, (handover, visible) => {
    if (mounted?.source !== handover.source) {
      mounted?.panel.unmount();
      mounted = { panel: mountPanel(element, { ...handover, ownsPage: true }), source: handover.source };
    }
    mounted.panel.setVisible(visible);
  });
} else {
  // Opened as a tab, for a tab named in the address: it collects by itself.
  const { openForTab } = await import('../../panel/open-for-tab.ts');
  openForTab(element, Number(tab));
}
