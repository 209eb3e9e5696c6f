/** What stands in the place of the list, or above it, when there is something to say; and what may help then. */
export const notices = {
  reload: 'Reload',
  connecting: {
    title: 'Connecting to the page',
    advice: 'Asking the page’s documents for their runtimes.',
  },
  noRuntime: {
    title: 'No runtime on this page',
    advice: 'Tasklens is connected and waits for the page’s first task runtime. These lines add one:',
    production: 'A production build announces nothing unless it is asked to: give it {0}.',
  },
  live: {
    title: 'No tasks yet',
    listening: 'Listening to the page. A task appears here as soon as it is enqueued.',
    listeningTo: 'Listening to {0}. A task appears here as soon as it is enqueued.',
    between: ', ',
  },
  paused: {
    title: 'Paused',
    advice:
      'The page sends nothing, and what its tasks do meanwhile is missing. What is kept by the page is told on resuming.',
    banner: 'Paused: the page sends nothing; what its tasks do meanwhile is missing.',
    resume: 'Resume',
  },
  reconnecting: {
    title: 'Reconnecting',
    advice: 'The page’s document went away. As soon as it is back, or another takes its place, its tasks are here.',
    banner: 'The page’s document went away; what is listed here stays as it was. Reconnecting.',
  },
  notHere: {
    title: 'Tasklens was not here when this page loaded',
    advice: 'The extension was installed, updated or allowed after the page was opened. Reload the page to watch it.',
    banner: 'Tasklens was not here when this page loaded.',
    causes: 'If the notice stays after a reload:',
    file: 'Pages opened from a file need “Allow access to file URLs” in the extension’s details.',
    internal: 'The browser’s own pages and its extension store let no extension in.',
    access: 'The extension’s site access may be set to “on click” or to other sites: allow this one in its details.',
    private:
      'A private window needs “Allow in Incognito” (Firefox: “Run in Private Windows”) in the extension’s details.',
  },
  couldNotConnect: {
    title: 'Could not connect to this page',
    advice:
      'The extension runs in the page, but its other half there did not answer: another script may have come first. Reload the page; if this stays, reload the extension.',
    banner: 'Could not connect to this page: another script may have come first.',
  },
  mismatch: {
    title: 'The page’s library and this panel speak different versions',
    text: (theirs: number, ours: number) =>
      `The page speaks version ${theirs}, the panel version ${ours}. ${
        theirs > ours ? 'Update the Tasklens extension' : 'Update tasklens in the page’s app'
      }; until then only what both know is shown.`,
  },
  recording: {
    title: 'No tasks in this recording',
    advice: 'It tells of no task.',
    incomplete: (events: number) =>
      `The file is incomplete: ${events} ${events === 1 ? 'event' : 'events'} could be read.`,
    ignored: (lines: number) => (lines === 1 ? '1 line was ignored.' : `${lines} lines were ignored.`),
    /** Between two sentences. */
    space: ' ',
  },
  nothingFound: {
    title: 'No task matches the filter',
    reset: 'Show all tasks',
  },
  loss: {
    label: 'What is missing',
    before: (tasks: number, events: number) =>
      `The first {0} ${tasks === 1 ? 'task' : 'tasks'} ({1} ${events === 1 ? 'event' : 'events'}) ${tasks === 1 ? 'was' : 'were'} dropped`,
    beforeTitle: 'They had left the page’s own history before DevTools was opened',
    between: (tasks: number, events: number) =>
      `{0} ${tasks === 1 ? 'task' : 'tasks'} ({1} ${events === 1 ? 'event' : 'events'}) ${tasks === 1 ? 'was' : 'were'} dropped`,
    betweenTitle: 'They ended while the page made more events than could be brought here, and left its history',
    dropped: (events: number) =>
      `{0} ${events === 1 ? 'event was' : 'events were'} dropped on the way: some tasks may be incomplete`,
    droppedTitle: 'The page made more events than could be brought here',
  },
  hint: 'Choose a task to see its attempts. Narrow the list with the filter, as in {0}. Press {1} for the keys.',
};
