export type PlainOptions = Readonly<Record<string, number | string | boolean>>;

/** The plain numbers, words and flags among options, as an observer is told them; `undefined` and functions are left out. */
export function plainOptions(options: object): PlainOptions {
  const plain: Record<string, number | string | boolean> = {};
  for (const [key, value] of Object.entries(options)) {
    if (key === 'label') continue;
    if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') plain[key] = value;
  }
  return plain;
}
