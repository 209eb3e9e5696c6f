/** `1 500 ms`: whole figures as the texts about them have them, in the one unit that all of the lab counts in. */
export function formatMs(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return '–';
  return `${grouped(Math.abs(ms) < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))} ms`;
}

/** Groups of three, parted by a narrow space. */
export function grouped(n: number): string {
  const [whole = '', part] = String(n).split('.');
  const text = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return part === undefined ? text : `${text}.${part}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

const STEPS = [1, 2, 5, 10];

/** The step between the marks of a scale: 1, 2 or 5 of a power of ten, so that there are at most `count` of them. */
export function tickStep(span: number, count: number): number {
  const least = span / count;
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  return (STEPS.find((step) => step * power >= least) ?? 10) * power;
}

/** The marks of a scale from 0 to `to`. */
export function ticks(to: number, count: number): readonly number[] {
  const step = tickStep(to, count);
  return Array.from({ length: Math.floor(to / step + 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
