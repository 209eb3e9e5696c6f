import 'tasklens/bridge/worker';
import { runNamed } from './run-named.ts';

// One for all pages of the lab: runs a task of each name that it is sent.
declare const self: WorkerGlobalScope & {
  addEventListener(type: 'connect', listener: (event: MessageEvent) => void): void;
};
interface WorkerGlobalScope {
  readonly name: string;
}
self.addEventListener('connect', ({ ports: [port] }) => {
  if (port) port.onmessage = ({ data }) => runNamed(data);
});
