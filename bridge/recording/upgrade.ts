/** Turns one line of a recording of some version into what the version after it would have said; undefined leaves it out. */
export type Upgrade = (line: unknown) => unknown;

/** By the version that is left. A new version of the format adds its step here, and a kept file of the old one to the tests. */
export const UPGRADES: ReadonlyMap<number, Upgrade> = new Map();

/** Takes a line from version `from` to version `to`, step by step. */
export function upgraded(
  line: unknown,
  from: number,
  to: number,
  steps: ReadonlyMap<number, Upgrade> = UPGRADES,
): unknown {
  let current = line;
  for (let version = from; version < to; version++) {
    const step = steps.get(version);
    if (!step) throw new Error(`Expected an upgrade of recordings from version ${version}, got none`);
    current = step(current);
  }
  return current;
}
