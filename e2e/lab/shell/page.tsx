import type { ComponentChildren, VNode } from 'preact';
import { render } from 'preact';
import { Dock } from './dock.tsx';
import type { Figure } from './figures.ts';
import { FIGURES, figureOf, pageOf } from './figures.ts';
import { followSystemTheme } from './theme.ts';
import './page.css';

/** The bar that every page has: where one is, and the way to the others. */
export function TopBar({ current }: { readonly current?: Figure['id'] }): VNode {
  return (
    <header class="top">
      <a class="top__home" href="./" {...(current === undefined ? { 'aria-current': 'page' as const } : {})}>
        Tasklens lab
      </a>
      <nav aria-label="Figures">
        <ol class="top__list">
          {FIGURES.map(({ id, number, title }) => (
            <li key={id}>
              <a href={pageOf(id)} {...(id === current ? { 'aria-current': 'page' as const } : {})}>
                <span class="top__number">{number}</span> {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </header>
  );
}

interface FigurePageProps {
  readonly id: Figure['id'];
  /** What to notice, in one sentence. */
  readonly notice: ComponentChildren;
  /** A run is under way. */
  readonly busy?: boolean;
  /** Without the bar, for a frame. */
  readonly bare?: boolean;
  /** With the panel beside it. Default: yes. */
  readonly dock?: boolean;
  readonly children: ComponentChildren;
}

/** A figure: its title, the sentence that says what to notice, and what it is made of. */
export function FigurePage({ id, notice, busy = false, bare = false, dock = true, children }: FigurePageProps): VNode {
  const { number, title } = figureOf(id);
  return (
    <>
      {!bare && <TopBar current={id} />}
      <div class="desk">
        <main class="figure" aria-busy={busy}>
          <h1 class="figure__title">
            <span class="figure__number">{number}</span> {title}
          </h1>
          <p class="figure__notice">{notice}</p>
          {children}
        </main>
        {dock && <Dock />}
      </div>
    </>
  );
}

/** Draws a page of the lab into its document. */
export function mountPage(page: VNode): void {
  const root = document.getElementById('lab');
  if (root === null) throw new Error('the page has no #lab');
  followSystemTheme(document.documentElement);
  render(page, root);
}
