import 'tasklens/bridge/worker';
import { runNamed } from './run-named.ts';

// It is stopped when it has nothing to do, and starts again with the next message.
self.addEventListener('message', ({ data }) => runNamed(data));
