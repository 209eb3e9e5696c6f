import { check, OBJECT } from './check.ts';
import { createRuntime as create, type Runtime } from './runtime.ts';
import type { RuntimeOptions } from './runtime-options.ts';

/** As `createRuntime`, but `devtools` is `false` where it is not given. */
export function createRuntime(options: RuntimeOptions = {}): Runtime {
  check('options', options, OBJECT);
  return create({ ...options, devtools: options.devtools ?? false });
}
