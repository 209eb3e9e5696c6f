/** The page in the system's colours, now and when they change. Returns what stops it. */
export function followSystemTheme(root: HTMLElement): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    root.dataset.theme = dark.matches ? 'dark' : 'light';
  };
  root.classList.add('tasklens');
  apply();
  dark.addEventListener('change', apply);
  return () => dark.removeEventListener('change', apply);
}
