/** Whatever goes wrong in here must not reach the app: a source that breaks its promises, a value of the page. */
export function guarded<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
