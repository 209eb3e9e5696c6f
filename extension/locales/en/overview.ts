/** The strip above the list, and the window in time that is chosen in it. */
export const overview = {
  label: 'Overview',
  /** What the picture shows, in words. */
  picture: (from: string, to: string, running: string, failed: string) =>
    `Running tasks and failures from ${from} to ${to}: at most ${running} running, ${failed} failed`,
  start: 'Start of the time window',
  end: 'End of the time window',
  first: 'the first task',
  now: 'the newest task',
  hint: 'Drag to list only the tasks of that time. Esc or a click lists all again.',
  window: {
    between: (from: string, to: string) => `${from} – ${to}`,
    from: (from: string) => `from ${from}`,
    to: (to: string) => `until ${to}`,
    title: (text: string) => `Only tasks that waited or ran in this time: ${text}`,
    remove: (text: string) => `Remove the time window ${text}`,
  },
};
