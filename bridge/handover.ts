import type { PageCommand } from './protocol.ts';

// How the relay (isolated world) and the page's script (MAIN world) find each other and talk. The port is handed over
// within one synchronous, synthetic event, before the page's scripts; whichever of the two starts later begins. Nothing of
// it is ever posted to a window.
//
// Both worlds hold one and the same port object, so it serves as a private event target besides: the relay asks by an event
// on it and has the answer when `dispatchEvent` returns. Nothing is ever under way between the two, not even when the page
// is unloaded in the same turn; and `document.open`, which takes the listeners off a window, does not touch it.

/**
 * The relay offers a port; `preventDefault()` takes it, and then the relay offers no more. The number is of what is said over
 * the port: scripts of two versions of the extension in one page do not take each other's.
 */
export const OFFER = 'tasklens:port/1';
/** The page's script started after the relay: it asks to be offered. */
export const ASK = 'tasklens:ready/1';

/**
 * What the relay asks, as the type of an event on the port. Its data is one number, which passes between worlds as it is: the
 * viewer's, and for `expand` the reference of a held value times `ARGUMENT` besides.
 */
export type Verb = 'attach' | 'pull' | 'expand' | 'detach';
export const ARGUMENT = 1_000_000;

/** The relay asks for something to be done. Data: a command as JSON, with the viewer's number; answered by a count or a word. */
export const COMMAND = 'command';
/** A command as the page's script is asked; of several tasks to be run again, one at a time. */
export type Asked = Exclude<PageCommand, { readonly type: 'rerun' }> | { readonly type: 'rerun'; readonly ref: number };

/**
 * How many events there were for a viewer since it was attached, how many were dropped for want of room, how many still wait; and
 * that nothing more is let in, until the viewer is attached anew.
 */
export type Tally = readonly [emitted: number, dropped: number, pending: number, full: boolean];

/** The type of the event that answers; its data answers a `pull`, or is the JSON of a picture ('': no longer held). */
export const ANSWER = 'answer';
/** `json`: JSON texts joined by commas. */
export type Pulled = readonly [viewer: number, json: string, ...Tally];

/** What the page's script posts, between turns: something has announced itself on the hub (its version); something waits. */
export type PageSays = readonly ['source', hub: number] | readonly ['ready', viewer: number];
