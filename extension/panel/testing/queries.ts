import { screen } from '@testing-library/preact';

// What a reader finds in the panel, by the names that spec/panel.md promises.

export const grid = (): HTMLElement => screen.getByLabelText('Tasks', { selector: '[role=grid]' });

// By attribute, not by role query: computing the role of every element of a full list takes seconds.
const all = (inside: Element, selector: string): HTMLElement[] => [...inside.querySelectorAll<HTMLElement>(selector)];

/** The rows of tasks, without the header. */
export const rows = (): HTMLElement[] =>
  all(grid(), '[role=row]').filter((row) => all(row, '[role=gridcell]').length > 0);

/** The exact text of each row's name: what a copy of it would hold. */
export const names = (): string[] => rows().map((row) => row.querySelector('.row__name')?.textContent ?? '');

export const rowNamed = (name: string): HTMLElement => {
  const row = rows()[names().indexOf(name)];
  if (row === undefined)
    throw new Error(`no row is named ${JSON.stringify(name)}; there are ${JSON.stringify(names())}`);
  return row;
};

export const columnTitles = (): string[] =>
  all(grid(), '[role=columnheader]').map((title) => title.getAttribute('aria-label') ?? title.textContent ?? '');

/** What the cell under a column says. */
export const cell = (row: HTMLElement, column: string): string =>
  all(row, '[role=gridcell]')[columnTitles().indexOf(column)]?.textContent ?? '';

export const stateButton = (name: string): HTMLElement =>
  screen.getByRole('button', { name: new RegExp(`^${name} \\d+$`) });

export const details = (): HTMLElement => screen.getByLabelText('Task details', { selector: 'section' });
