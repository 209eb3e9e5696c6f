import { WORDS } from '../../../bridge/diagnostics/words.ts';

/** The findings of the diagnostics. The rules' own words are those of a report. */
export const insights = {
  none: {
    title: 'Nothing to say',
    advice: 'No rule finds a fault with how these tasks are retried, timed and queued.',
  },
  list: 'Insights',
  severity: { error: 'Error', warning: 'Warning', note: 'Note' },
  count: (tasks: number) => (tasks === 1 ? '1 task' : `${tasks} tasks`),
  mend: 'Mend',
  moments: 'When',
  tasks: 'Tasks',
  more: (count: number) => `Show ${count} more`,
  less: 'Show fewer',
  /** So many tasks at that moment. */
  at: (time: string, tasks: number) => `${time}, ${tasks} tasks`,
  rules: WORDS,
};
