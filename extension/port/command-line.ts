import type { Asked as ToPage } from '../../bridge/handover.ts';
import { COMMAND_WITHIN, type Commanded, type Downstream, type PageCommand } from '../../bridge/protocol.ts';
import { isRefusal } from '../../bridge/refusals.ts';

/** Answers that are remembered: a command that is sent twice is carried out once. */
const REMEMBERED = 100;

type Sent = Extract<Downstream, { readonly type: 'command' }>;
type Answer = Pick<Commanded, 'count' | 'refused'>;

/**
 * The relay's end of one viewer's commands: each is answered, none is carried out twice, and none that is older than its viewer
 * waits for. The age is told by this world's clock, which no page can fake: a page that was halted carries nothing out afterwards.
 */
export class CommandLine {
  readonly #now: () => number;
  readonly #carryOut: (command: ToPage) => string;
  readonly #answers = new Map<number, Answer>();

  /** `now`: epoch ms. `carryOut` answers with a count or a word; '' where the page did not answer. */
  constructor(now: () => number, carryOut: (command: ToPage) => string) {
    this.#now = now;
    this.#carryOut = carryOut;
  }

  answer({ request, sentAt, command }: Sent): Answer {
    const known = this.#answers.get(request);
    if (known) return known;
    const answer = this.#answer(sentAt, command);
    this.#answers.set(request, answer);
    for (const old of this.#answers.keys()) {
      if (this.#answers.size <= REMEMBERED) break;
      this.#answers.delete(old);
    }
    return answer;
  }

  #answer(sentAt: number, command: PageCommand | undefined): Answer {
    if (!command) return { refused: 'bad-arguments' };
    // Of the future: a clock was set back meanwhile, and nobody knows how old it is.
    if (Math.abs(this.#now() - sentAt) > COMMAND_WITHIN) return { refused: 'late' };
    if (command.type !== 'rerun') return answerOf(this.#carryOut(command));
    const answers = command.refs.map((ref) => answerOf(this.#carryOut({ type: 'rerun', ref })));
    const count = answers.filter(({ refused }) => refused === undefined).length;
    return count > 0 ? { count } : (answers[0] ?? { refused: 'not-held' });
  }
}

function answerOf(word: string): Answer {
  if (isRefusal(word)) return { refused: word };
  return /^\d{1,15}$/.test(word) ? { count: Number(word) } : { refused: 'failed' };
}
