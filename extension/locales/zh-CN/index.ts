// What the panel needs at once, in Chinese: one chunk, loaded when the panel is in Chinese. A lazy view brings its own.
export { commands } from './commands.ts';
export { filter } from './filter.ts';
export { list } from './list.ts';
export { notices } from './notices.ts';
export { overview } from './overview.ts';
export { recordings } from './recordings.ts';
export { shell } from './shell.ts';
export { task } from './task.ts';
