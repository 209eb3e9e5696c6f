import { describe, expect, test } from 'vitest';
import { errorLine, errorTitle } from './error.ts';

describe('what an error is called', () => {
  test.each([
    ['TaskError', 'TaskError', 'TaskError'],
    // A minified build renames the class.
    ['TaskError', 'te', 'TaskError'],
    ['AbortError', 'DOMException', 'AbortError'],
    ['Error', 'HttpError', 'HttpError'],
    ['Error', '', 'Error'],
    ['', 'HttpError', 'HttpError'],
  ])('panel 1: name %j of class %j is shown as %j', (name, className, shown) => {
    expect(errorTitle({ name, class: className })).toBe(shown);
  });

  test('panel 1: a type that the message says already is not said twice', () => {
    const error = { name: 'TaskError', class: 'TaskError', type: 'http', retryable: true };
    expect(errorLine({ ...error, message: 'http 503' })).toBe('TaskError · http 503');
    expect(errorLine({ ...error, message: 'refused' })).toBe('TaskError · http · refused');
  });
});
