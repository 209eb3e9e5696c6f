import { type TaskRule, worstOf } from './rule.ts';

/** ms that a body may take to leave after its timeout fired: closing a stream takes a moment. */
export const LEAVING = 250;

/** A body that went on long after its timeout: it ignores its signal and holds its slot for nothing. */
export const signalIgnored: TaskRule = {
  id: 'signal-ignored',
  severity: 'warning',
  look(row) {
    return worstOf(
      row.layers.map(({ timeoutFiredAt, endedAt, label }) => {
        if (timeoutFiredAt === undefined || endedAt === undefined || endedAt - timeoutFiredAt <= LEAVING)
          return undefined;
        return { worst: endedAt - timeoutFiredAt, example: label ?? '' };
      }),
    );
  },
};
