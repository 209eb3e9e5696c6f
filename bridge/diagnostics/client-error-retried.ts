import type { WireError } from '../protocol.ts';
import { retriedErrorsOf } from './errors-of.ts';
import type { TaskRule } from './rule.ts';

/** What authors call failures of the input or of a permission: trying again changes nothing. */
const CLIENT_TYPE = /^(?:validation|invalid|input|bad-request|permission|forbidden|unauthori[sz]ed|auth|not-found)$/i;
/** The same by its HTTP status. 408, 425 and 429 ask for another try. */
const CLIENT_STATUS = /\b4(?:0[0-79]|1\d|2[0-46-8]|3\d|51)\b/;

/** A failure that says "your request is wrong" and was tried again all the same. */
export const clientErrorRetried: TaskRule = {
  id: 'client-error-retried',
  severity: 'warning',
  look(row) {
    let count = 0;
    let example = '';
    for (const error of retriedErrorsOf(row)) {
      if (!isClientError(error)) continue;
      count++;
      example ||= error.message;
    }
    return count === 0 ? undefined : { worst: count, example };
  },
};

function isClientError({ type, message }: WireError): boolean {
  return (type !== undefined && CLIENT_TYPE.test(type)) || CLIENT_STATUS.test(message);
}
