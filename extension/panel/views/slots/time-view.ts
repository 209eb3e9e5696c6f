import type { TimeRange } from '../../present/time-window.ts';

/** What part of time is seen: epoch ms at the left edge, and ms from edge to edge. */
export interface TimeView {
  readonly from: number;
  readonly span: number;
  /** Its right edge is the end of the story, and stays there while the story goes on. */
  readonly follows: boolean;
}

/** ms; no closer. */
const CLOSEST = 2;

const lengthOf = (range: TimeRange): number => Math.max(CLOSEST, range.to - range.from);

/** All of it. */
export function wholeOf(range: TimeRange): TimeView {
  return { from: range.from, span: lengthOf(range), follows: true };
}

/** The view within the story: not wider, not beyond its ends; one that follows is at its end. */
export function fitted({ from, span, follows }: TimeView, range: TimeRange): TimeView {
  const whole = lengthOf(range);
  if (span >= whole) return wholeOf(range);
  const last = range.from + whole - span;
  const at = follows ? last : Math.min(Math.max(from, range.from), last);
  return { from: at, span, follows };
}

/** Closer (`factor` below 1) or wider, so that `at` stays where it is seen. */
export function zoomed(view: TimeView, factor: number, at: number, range: TimeRange): TimeView {
  const span = Math.min(Math.max(CLOSEST, view.span * factor), lengthOf(range));
  const share = Math.min(1, Math.max(0, (at - view.from) / view.span));
  const from = view.from + (view.span - span) * share;
  return fitted({ from, span, follows: view.follows && share > 0.999 }, range);
}

/** Moved by so many ms; one that is moved to the end follows. */
export function panned(view: TimeView, ms: number, range: TimeRange): TimeView {
  const from = view.from + ms;
  return fitted({ ...view, from, follows: from + view.span >= range.from + lengthOf(range) }, range);
}

/** Moved, as little as will do, so that a stretch is seen, or its beginning where it is longer than the view. */
export function showing(view: TimeView, from: number, to: number, range: TimeRange): TimeView {
  if (from >= view.from && to <= view.from + view.span) return view;
  const margin = view.span * 0.05;
  const left = from < view.from || to - from > view.span - margin ? from - margin : to + margin - view.span;
  return fitted({ ...view, from: left, follows: false }, range);
}

const STEPS = [1, 2, 5];

/** Round moments about so many px apart, for an axis; `step` tells how exactly they must be written. */
export function ticksOf(
  { from, span }: TimeView,
  width: number,
  apart: number,
): { readonly step: number; readonly at: readonly number[] } {
  const least = (span * apart) / Math.max(1, width);
  const power = 10 ** Math.floor(Math.log10(least));
  const decimal = (STEPS.find((step) => step * power >= least) ?? 10) * power;
  // Above a second the round numbers are those of a clock.
  const CLOCK = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400];
  const step = least <= 500 ? decimal : 1000 * (CLOCK.find((seconds) => seconds * 1000 >= least) ?? decimal / 1000);
  const at: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= from + span; tick += step) at.push(tick);
  return { step, at };
}
