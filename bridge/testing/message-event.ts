/** Node's own MessageEvent forgets whether it may be prevented; a browser's does not. */
export class CancelableMessageEvent extends MessageEvent<unknown> {
  constructor(type: string, init: MessageEventInit = {}) {
    super(type, init);
    this.initEvent(type, init.bubbles, init.cancelable);
  }
}
