/** The part of `localStorage` that the panel uses. */
export type SettingsStorage = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * What the user chose (filter, sort, columns, pane sizes), kept over reload and reopening. Never event data. A storage
 * that is missing, full or forbidden changes nothing but that nothing is kept.
 */
export interface Settings {
  /** What was kept under a name, unchecked; undefined when there is nothing readable. */
  readonly read: (name: string) => unknown;
  readonly write: (name: string, value: unknown) => void;
}

const PREFIX = 'tasklens.panel.';

export function createSettings(storage: SettingsStorage | undefined): Settings {
  return {
    read(name) {
      try {
        const text = storage?.getItem(PREFIX + name);
        return typeof text === 'string' ? JSON.parse(text) : undefined;
      } catch {
        return undefined;
      }
    },
    write(name, value) {
      try {
        storage?.setItem(PREFIX + name, JSON.stringify(value));
      } catch {
        // Full or forbidden: the choice holds until the panel closes.
      }
    },
  };
}

/** The extension origin's own storage; reading the property itself may throw where cookies are blocked. */
export function localSettingsStorage(): SettingsStorage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
