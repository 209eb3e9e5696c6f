import { check, FUNCTION } from '../check.ts';

type Unary<A, B> = (value: A) => B;

/**
 * Passes `value` through `functions`, first to last: for middlewares the first is the innermost, and schedules, which have no
 * methods, read in the order in which they are built.
 *
 * @example
 * ```ts
 * const robust = pipe(
 *   upload,
 *   (fn) => retry(fn, { retries: 2 }),
 *   (fn) => withTimeout(fn, 5000),
 * );
 * ```
 */
export function pipe<A>(value: A): A;
export function pipe<A, B>(value: A, ab: Unary<A, B>): B;
export function pipe<A, B, C>(value: A, ab: Unary<A, B>, bc: Unary<B, C>): C;
export function pipe<A, B, C, D>(value: A, ab: Unary<A, B>, bc: Unary<B, C>, cd: Unary<C, D>): D;
export function pipe<A, B, C, D, E>(value: A, ab: Unary<A, B>, bc: Unary<B, C>, cd: Unary<C, D>, de: Unary<D, E>): E;
export function pipe<A, B, C, D, E, F>(
  value: A,
  ab: Unary<A, B>,
  bc: Unary<B, C>,
  cd: Unary<C, D>,
  de: Unary<D, E>,
  ef: Unary<E, F>,
): F;
export function pipe<A>(value: A, ...functions: Unary<A, A>[]): A;
export function pipe(value: unknown, ...functions: Unary<unknown, unknown>[]): unknown {
  for (const fn of functions) check('functions', fn, FUNCTION);
  return functions.reduce((result, fn) => fn(result), value);
}
