import 'tasklens/bridge/worker';
import { uploadsOfOneName } from '../uploads/same-names.ts';

// A worker of one page: the same names as in the page, and what its own listener heard is told to whoever asks.
const heard: unknown[] = [];
self.addEventListener('message', ({ data }) => {
  heard.push(data);
  self.postMessage(heard);
});
void uploadsOfOneName('success');
