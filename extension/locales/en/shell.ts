/** What stands around the views: their tabs, their loading, the settings. */
export const shell = {
  views: {
    label: 'Views',
    tasks: 'Tasks',
    slots: 'Slots',
    accounting: 'Accounting',
    insights: 'Insights',
    faults: 'Faults',
  },
  loading: (view: string) => `Loading ${view}…`,
  loadFailed: {
    title: (view: string) => `${view} could not be loaded`,
    advice:
      'The extension may have been updated since this panel was opened. Try again; if that fails, close DevTools and open it anew.',
    again: 'Try again',
  },
  broken: {
    title: (view: string) => `${view} stopped with an error`,
    advice: 'The other views go on. What was thrown:',
    again: 'Show it again',
  },
  settings: {
    title: 'Settings',
    close: 'Close settings',
    language: 'Language',
    byBrowser: 'As the browser',
  },
};
