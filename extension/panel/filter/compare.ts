/** A number with how it is compared: `>2`, `>=2`, `<2`, `<=2`, `2`. */
export type Compare = (value: number) => boolean;

const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

function compareBy(sign: string, than: number): Compare {
  switch (sign) {
    case '>':
      return (value) => value > than;
    case '>=':
      return (value) => value >= than;
    case '<':
      return (value) => value < than;
    case '<=':
      return (value) => value <= than;
    default:
      return (value) => value === than;
  }
}

/** `>2`, `3`; undefined for what is no such thing. */
export function parseCount(text: string): Compare | undefined {
  const found = /^(>=?|<=?|=?)(\d{1,9})$/.exec(text);
  return found === null ? undefined : compareBy(found[1] ?? '', Number(found[2]));
}

/** `>500ms`, `<=1.5s`, `>2m`; a number without a unit is ms. A plain duration means at least so long. */
export function parseDurationCompare(text: string): Compare | undefined {
  const found = /^(>=?|<=?|=?)(\d{1,12}(?:\.\d{1,6})?)(ms|s|min|m|h|)$/i.exec(text);
  const unit = UNITS[found?.[3]?.toLowerCase() ?? ''];
  if (found === null || unit === undefined) return undefined;
  return compareBy(found[1] === '' ? '>=' : (found[1] ?? ''), Number(found[2]) * unit);
}
