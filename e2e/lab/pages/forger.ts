import { forgeMessages } from './forge.ts';

// In a frame of another origin: what it posts to its parent, and to itself, is nobody's but its own.
forgeMessages(window.parent);
