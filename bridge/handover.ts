// How the relay (isolated world) and the page's script (MAIN world) find each other and talk. The port is handed over
// within one synchronous, synthetic event, before the page's scripts; whichever of the two starts later begins. Nothing of
// it is ever posted to a window.

/** The relay offers a port; `preventDefault()` takes it, and then the relay offers no more. */
export const OFFER = 'tasklens:port';
/** The page's script started after the relay: it asks to be offered. */
export const ASK = 'tasklens:ready';

/** Relay → page's script: a viewer came, asks for what waits, or went. */
export type RelaySays = readonly [verb: 'attach' | 'pull' | 'detach', viewer: number];

/** How many events a viewer has been told of, how many were dropped for want of room, how many still wait. */
export type Tally = readonly [emitted: number, dropped: number, pending: number];

/**
 * Page's script → relay: something has announced itself on the hub (its version); something waits for a viewer; what was asked
 * for, as JSON texts joined by commas.
 */
export type PageSays =
  | readonly ['source', hub: number]
  | readonly ['ready', viewer: number]
  | readonly ['events', viewer: number, json: string, ...Tally];
