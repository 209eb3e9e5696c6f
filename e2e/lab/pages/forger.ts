import { forgeMessages } from './forge.ts';

// In a frame or a window of another origin: what it posts to whoever made it, and to itself, is nobody's but its own.
forgeMessages(window.opener ?? window.parent);
