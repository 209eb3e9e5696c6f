// The yardstick: the smallest limiter written by hand that still returns a promise per task. A linked list, no ids, no events, no
// cancel, no priorities.

interface Node<T> {
  readonly fn: () => T | PromiseLike<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
  next: Node<T> | undefined;
}

export function bareLimiter<T>(concurrency: number): (fn: () => T | PromiseLike<T>) => Promise<T> {
  let running = 0;
  let first: Node<T> | undefined;
  let last: Node<T> | undefined;

  const run = async (node: Node<T>): Promise<void> => {
    running++;
    try {
      node.resolve(await node.fn());
    } catch (error) {
      node.reject(error);
    }
    running--;
    next();
  };

  const next = (): void => {
    if (running >= concurrency || first === undefined) return;
    const node = first;
    first = node.next;
    if (first === undefined) last = undefined;
    void run(node);
  };

  return (fn) =>
    new Promise<T>((resolve, reject) => {
      const node: Node<T> = { fn, resolve, reject, next: undefined };
      if (last === undefined) first = node;
      else last.next = node;
      last = node;
      next();
    });
}
