/** The viewer's one question to all documents of a tab. */
export const WHO = { tasklens: 'who' } as const;

export function isWho(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'tasklens' in message && message.tasklens === WHO.tasklens;
}

/** A relay's answer, or what it says by itself when a first runtime appears or the page comes back from the cache. */
export interface Here {
  readonly tasklens: 'here';
  readonly url: string;
  /** Epoch ms at which the document began. */
  readonly since: number;
  readonly hasRuntime: boolean;
  readonly acknowledged: boolean;
}

/** The name of our ports on `runtime.onConnect`. */
export const PORT_NAME = 'tasklens';
