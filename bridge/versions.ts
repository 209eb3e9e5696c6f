/** The hub's version that this bridge speaks; the protocol's is in `protocol.ts`. */
export { HUB_VERSION } from '../runtime/hub.ts';
