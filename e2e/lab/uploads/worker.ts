import 'tasklens/bridge/worker';
import type { Command } from './engine.ts';
import { createEngine } from './engine.ts';

// The same queue in a worker of its own: the page posts commands, the worker posts what is to be seen. The first import shows its tasks
// to whoever watches the page.
const send = createEngine(location.origin, (snapshot) => postMessage(snapshot));
addEventListener('message', ({ data }: MessageEvent<Command>) => send(data));
