// The `./bridge/worker` entry: the first import of a worker whose tasks a page connects. It does its work when it is loaded.
import { startInWorker } from './scope.ts';

// Rendered on a server there is no worker to wait in.
if (typeof self === 'object' && 'addEventListener' in self) startInWorker(self);
