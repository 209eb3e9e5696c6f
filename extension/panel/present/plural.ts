/** The noun for a count: 1 task, 2 tasks. */
export function noun(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
