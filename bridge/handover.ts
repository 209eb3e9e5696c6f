// How the relay (isolated world) and the page's script (MAIN world) find each other and talk. The port is handed over
// within one synchronous, synthetic event, before the page's scripts; whichever of the two starts later begins. Nothing of
// it is ever posted to a window.

/** The relay offers a port; `preventDefault()` takes it, and then the relay offers no more. */
export const OFFER = 'tasklens:port';
/** The page's script started after the relay: it asks to be offered. */
export const ASK = 'tasklens:ready';

/** Relay → page's script: `down` brings a viewer's message, `gone` ends a viewer, `pull` asks for what waits. */
export type RelaySays =
  | readonly ['down', viewer: number, text: string]
  | readonly ['gone', viewer: number]
  | readonly ['pull'];

/** Page's script → relay: `source` once something has announced itself, `ready` when something waits, `up` a message. */
export type PageSays =
  | readonly ['source']
  | readonly ['ready', viewer: number]
  | readonly ['up', viewer: number, text: string];
