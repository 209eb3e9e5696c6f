/** So many groups at most: their names are the page's, and a page may make up any number. */
export const MAX_GROUPS = 500;

/** The group of all that found no room. */
export const OTHERS = '\0others';

export interface Groups<S> {
  readonly groups: ReadonlyMap<string, S>;
  readonly change: (name: string, apply: (sums: S) => void) => void;
  readonly clear: () => void;
}

/**
 * Sums by name, bounded. A group goes when it is empty. Once some found no room nobody new gets a group of its own until
 * those have gone, so that what was added to the others is taken off the others.
 */
export function createGroups<S>(none: () => S, isEmpty: (sums: S) => boolean): Groups<S> {
  const groups = new Map<string, S>();
  return {
    groups,
    change(name, apply) {
      const known = groups.has(name) || (groups.size < MAX_GROUPS && !groups.has(OTHERS));
      const place = known ? name : OTHERS;
      const sums = groups.get(place) ?? none();
      apply(sums);
      if (isEmpty(sums)) groups.delete(place);
      else groups.set(place, sums);
    },
    clear: () => groups.clear(),
  };
}
