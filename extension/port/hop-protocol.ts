import * as v from 'valibot';
import type { ExtensionPort } from './extension-port.ts';

/**
 * What a Firefox viewer and its background script say to each other. The background holds no state that its stopping could
 * lose: a viewer's ports name all that it needs to know.
 *
 * - `ears`: one a viewer. The viewer posts the number of a question, the background asks the tab's documents who is there and
 *   posts `heard`; what a document of that tab says by itself comes as `said`.
 * - `line`: one a document. The background dials it, and from then on passes on what either end says.
 */
export const EARS = 'tasklens-ears';
export const LINE = 'tasklens-line';

const tab = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The name of a port carries what the background needs. */
const wants = v.variant('hop', [
  v.object({ hop: v.literal(EARS), tab }),
  v.object({
    hop: v.literal(LINE),
    tab,
    /** The name under which the relay knows the viewer. */
    viewer: v.string(),
    frameId: v.pipe(v.number(), v.integer(), v.minValue(0)),
    documentId: v.string(),
  }),
]);
export type Wants = v.InferOutput<typeof wants>;

export const nameOf = (wanted: Wants): string => JSON.stringify(wanted);

export function readName(name: string): Wants | undefined {
  try {
    const parsed = v.safeParse(wants, JSON.parse(name));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

const told = v.variant('type', [
  v.object({ type: v.literal('heard'), question: v.number(), heard: v.boolean() }),
  v.object({
    type: v.literal('said'),
    message: v.unknown(),
    frameId: v.exactOptional(v.number()),
    documentId: v.exactOptional(v.string()),
  }),
]);
/** What comes by a viewer's ears. */
export type Told = v.InferOutput<typeof told>;

export function readTold(message: unknown): Told | undefined {
  const parsed = v.safeParse(told, message);
  return parsed.success ? parsed.output : undefined;
}

/** Posts to a port that may be cut at any time; whoever listens to it hears of that. */
export function postTo(port: ExtensionPort, message: unknown): void {
  try {
    port.postMessage(message);
  } catch {
    // It is cut; `onDisconnect` is about to say so.
  }
}
