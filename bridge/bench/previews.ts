import { alternate, ratio } from '../../runtime/bench/rounds.ts';
import type { Suite } from '../../runtime/bench/row.ts';
import { previewJson } from '../page/preview.ts';

/** 100 000 pictures in all. */
const ROUNDS = 20;
const PICTURES = 5_000;

/** As a `fetch` wrapper throws it. */
class HttpError extends Error {
  readonly status = 503;
  readonly retryAfter = 2_000;
  readonly url = 'https://api.example.test/uploads/42';
  override readonly name = 'HttpError';
}

/** The same fields by the platform's own means: what a library would send that trusts its values. */
function stringified(error: HttpError): string {
  const { name, message, stack, status, retryAfter, url } = error;
  return JSON.stringify({ name, message, stack, status, retryAfter, url });
}

/** What a picture of a typical error costs beside `JSON.stringify` of the same fields. */
export const previews: Suite = {
  id: 'previews',
  group: 'bridge',
  async measure() {
    const errors = Array.from({ length: 500 }, (_, n) => new HttpError(`503 Service Unavailable (${n})`));
    // V8 puts a stack together when it is first read: that is the app's cost, whoever reads it.
    for (const { stack } of errors) if (!stack) throw new Error('an error without a stack');
    const draw = (json: (error: HttpError) => string) => async (): Promise<void> => {
      for (let n = 0; n < PICTURES; n++) {
        const error = errors[n % errors.length];
        if (!error || !json(error).includes('Service Unavailable')) throw new Error('a picture without its message');
      }
    };
    const samples = await alternate(
      [
        ['ours', draw(previewJson)],
        ['stringify', draw(stringified)],
      ],
      ROUNDS,
    );
    return [
      {
        id: 'preview-error',
        what: '100 000 previews of a typical error ÷ JSON.stringify of its fields',
        unit: '×',
        goal: { atMost: 3 },
        ...ratio(samples('ours'), samples('stringify')),
        plausible: [0.3, 50],
      },
    ];
  },
};
