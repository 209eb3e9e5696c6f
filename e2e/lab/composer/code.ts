import { Schedule } from 'tasklens';
import type { PolicyNode } from './node.ts';

/** The policy as the runtime's own value. */
export function toSchedule({ kind, numbers, parts }: PolicyNode): Schedule.Schedule<unknown, unknown> {
  const [first = 0, second] = numbers;
  const all = parts.map(toSchedule);
  const [one = Schedule.once, other = Schedule.once] = all;
  switch (kind) {
    case 'recurs':
      return Schedule.recurs(first);
    case 'spaced':
      return Schedule.spaced(first);
    case 'fixed':
      return Schedule.fixed(first);
    case 'windowed':
      return Schedule.windowed(first);
    case 'exponential':
      return Schedule.exponential(first, second);
    case 'fibonacci':
      return Schedule.fibonacci(first);
    case 'forever':
      return Schedule.forever;
    case 'once':
      return Schedule.once;
    case 'duration':
      return Schedule.duration(first);
    case 'during':
      return Schedule.during(first);
    case 'max':
      return Schedule.max(all);
    case 'min':
      return Schedule.min(all);
    case 'concat':
      return Schedule.concat(one, other);
    case 'jittered':
      return Schedule.jittered(one);
    case 'upToTimes':
      return Schedule.upTo(one, { times: first });
    case 'upToDuration':
      return Schedule.upTo(one, { duration: first });
    case 'addDelay':
      return Schedule.addDelay(one, first);
  }
}

/** The policy as an expression, one line where it fits. */
export function expressionOf(node: PolicyNode, indent = ''): string {
  const { kind, numbers, parts } = node;
  const inner = `${indent}  `;
  const list = (texts: readonly string[], open: string, close: string): string => {
    const line = `${open}${texts.join(', ')}${close}`;
    if (!line.includes('\n') && line.length <= 60) return line;
    return `${open}\n${texts.map((text) => `${inner}${text},\n`).join('')}${indent}${close}`;
  };
  const inside = parts.map((part) => expressionOf(part, inner));
  const [first = 0, second] = numbers;
  switch (kind) {
    case 'forever':
    case 'once':
      return `Schedule.${kind}`;
    case 'max':
    case 'min':
      return list(inside, `Schedule.${kind}([`, '])');
    case 'upToTimes':
      return list([...inside, `{ times: ${first} }`], 'Schedule.upTo(', ')');
    case 'upToDuration':
      return list([...inside, `{ duration: ${first} }`], 'Schedule.upTo(', ')');
    case 'addDelay':
      return list([...inside, String(first)], 'Schedule.addDelay(', ')');
    case 'exponential':
      return second === 2 ? `Schedule.exponential(${first})` : `Schedule.exponential(${first}, ${second})`;
    default:
      return list([...numbers.map(String), ...inside], `Schedule.${kind}(`, ')');
  }
}

/** What ends a run that the policy alone would not end. */
export type Bound = 'policy' | 'limit' | 'unbounded';

export const LIMIT = 5;

/** All of it, ready to paste. */
export function codeOf(node: PolicyNode, bound: Bound): string {
  const more = {
    policy: ['', ''],
    limit: [`, retries: ${LIMIT}`, ', until: (job) => job.done'],
    unbounded: [', unbounded: true', ', unbounded: true'],
  }[bound];
  return [
    "import { repeat, retry, Schedule } from 'tasklens';",
    '',
    `const policy = ${expressionOf(node)};`,
    '',
    '// After a failure:',
    `const robust = retry(upload, { schedule: policy${more[0]} });`,
    '// After a success:',
    `const poll = repeat(checkJob, { schedule: policy${more[1]} });`,
    '',
  ].join('\n');
}
