/** One page of the lab. */
export interface Figure {
  readonly id: 'stop' | 'retry' | 'timeout' | 'layers' | 'schedule' | 'app';
  readonly number: number;
  readonly title: string;
  /** What is asked there, for the start page. */
  readonly question: string;
}

export const FIGURES: readonly Figure[] = [
  {
    id: 'stop',
    number: 1,
    title: 'Stop or continue',
    question: 'Four tasks in a queue, the second fails. What becomes of the other two?',
  },
  {
    id: 'retry',
    number: 2,
    title: 'Retry timeline',
    question:
      'Which errors are tried again, how often, after which waits, and what are a thousand clients to a server?',
  },
  {
    id: 'timeout',
    number: 3,
    title: 'Two moments of a timeout',
    question: 'The budget runs out at one moment, the body ends at another. Who pays for the time between them?',
  },
  {
    id: 'layers',
    number: 4,
    title: 'Layers',
    question: 'Fallback, timeout and retry around one function, in any order. How often is it called, and who answers?',
  },
  {
    id: 'schedule',
    number: 5,
    title: 'Schedule composer',
    question: 'A policy put together from primitives: its waits, what it does to a retry and a repeat, its code.',
  },
  {
    id: 'app',
    number: 6,
    title: 'A real app',
    question: 'An upload queue with real requests to a server that fails on purpose.',
  },
];

/** Where a page is, seen from any other: they lie beside each other, under whatever path they are served. */
export const pageOf = (id: Figure['id']): string => `${id}.html`;

export function figureOf(id: Figure['id']): Figure {
  const found = FIGURES.find((figure) => figure.id === id);
  if (found === undefined) throw new Error(`the lab has no figure ${id}`);
  return found;
}
