import * as v from 'valibot';

/** The viewer's one question to all documents of a tab. */
export const WHO = { tasklens: 'who' } as const;

const who = v.object({ tasklens: v.literal('who') });

export const isWho = (message: unknown): boolean => v.is(who, message);

/** A relay's answer, or what it says by itself when a first runtime appears or the page comes back from the cache. */
export const hereSchema = v.object({
  tasklens: v.literal('here'),
  url: v.string(),
  since: v.pipe(v.number(), v.finite()),
  hasRuntime: v.boolean(),
  acknowledged: v.boolean(),
});

export type Here = v.InferOutput<typeof hereSchema>;

/** The name of our ports on `runtime.onConnect`. */
export const PORT_NAME = 'tasklens';
