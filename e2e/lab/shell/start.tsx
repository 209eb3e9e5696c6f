import { FIGURES, pageOf } from './figures.ts';
import { mountPage, TopBar } from './page.tsx';

mountPage(
  <>
    <TopBar />
    <main class="figure">
      <h1 class="figure__title">What happens when a task fails</h1>
      <p class="figure__notice">
        Six figures about errors, retries, timeouts and fallbacks. Each runs the real runtime in this page, and each
        link keeps its settings. The <strong>Tasklens</strong> panel stands beside it and shows the same runs, as it
        does in DevTools with the extension.
      </p>
      <ul class="start__list">
        {FIGURES.map(({ id, number, title, question }) => (
          <li key={id}>
            <a class="start__card" href={pageOf(id)}>
              <strong>
                <span class="figure__number">{number}</span> {title}
              </strong>
              {question}
            </a>
          </li>
        ))}
      </ul>
    </main>
  </>,
);
