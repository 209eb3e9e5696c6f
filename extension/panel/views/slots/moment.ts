/** A time of day as it is typed (`14:02:11.123`, parts of a second as many as one likes) on the day of `near`, epoch ms. */
export function parseMoment(text: string, near: number): number | undefined {
  const found = /^\s*(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?\s*$/.exec(text);
  if (found === null) return undefined;
  const [hours, minutes, seconds] = found.slice(1, 4).map(Number);
  if (hours === undefined || minutes === undefined || seconds === undefined) return undefined;
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const at = new Date(near);
  at.setHours(hours, minutes, seconds, 0);
  return at.getTime() + Number(`0.${found[4] ?? 0}`) * 1000;
}
