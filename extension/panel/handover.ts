import type { PanelSource } from './source.ts';
import type { ThemeSource } from './store/theme.ts';

/** What the devtools page gives to the panel's window, which is of the same origin: objects, no messages. */
export interface Handover {
  readonly source: PanelSource;
  readonly theme: ThemeSource;
  readonly version: string;
}

/** What the panel's window offers to the devtools page. */
export interface PanelWindow extends EventTarget {
  tasklensPanel?: PanelEnd;
}

interface PanelEnd {
  /** What arrived before the panel's script ran. */
  handover: Handover | undefined;
  visible: boolean;
  /** Called on every change once the panel's script runs. */
  changed: (() => void) | undefined;
}

function endOf(window: PanelWindow): PanelEnd {
  window.tasklensPanel ??= { handover: undefined, visible: true, changed: undefined };
  return window.tasklensPanel;
}

/** The devtools page's side: gives the source to the panel's window, and tells it whether it is seen. */
export function showIn(window: PanelWindow, handover: Handover): void {
  const end = endOf(window);
  end.handover = handover;
  end.visible = true;
  end.changed?.();
}

export function hideIn(window: PanelWindow): void {
  const end = endOf(window);
  end.visible = false;
  end.changed?.();
}

/**
 * The panel's side. `receive` is called at once if the devtools page came first, and on each change; whichever of the
 * two scripts runs first, nothing is missed. Returns what stops it.
 */
export function receiveIn(window: PanelWindow, receive: (handover: Handover, visible: boolean) => void): () => void {
  const end = endOf(window);
  const changed = (): void => {
    if (end.handover !== undefined) receive(end.handover, end.visible);
  };
  end.changed = changed;
  changed();
  return () => {
    end.changed = undefined;
  };
}
