import type { VNode } from 'preact';
import { nextAttemptAt } from '../../../bridge/model/selectors.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { COMMANDS } from '../../locales/commands.ts';
import { LIST } from '../../locales/list.ts';
import { TASK } from '../../locales/task.ts';
import { formatDuration } from '../format/duration.ts';
import { formatTimeOfDay } from '../format/time-of-day.ts';
import { errorLine } from '../present/error.ts';
import { layerText } from '../present/layers.ts';
import { type LedgerRow, ledgerOf } from '../present/ledger-rows.ts';
import { isFinalFailure } from '../present/outcome.ts';
import type { Watch } from '../present/times.ts';
import type { TaskText } from '../present/words.ts';
import { useText } from '../text.ts';
import { Section } from './Section.tsx';
import { StateMachine } from './StateMachine.tsx';
import { Text } from './Text.tsx';
import { Why } from './Why.tsx';
import './AttemptsTab.css';

interface AttemptsTabProps {
  readonly task: TaskModel;
  readonly watch: Watch;
}

/** The path at a glance, then every attempt that is kept, the newest first. */
export function AttemptsTab({ task, watch }: AttemptsTabProps): VNode {
  const text = useText(TASK);
  const next = nextAttemptAt(task);
  return (
    <div class="attempts">
      <Section title={text.machine.title}>
        <StateMachine task={task} watch={watch} />
      </Section>
      <Section title={text.ledger.label} note={text.ledger.newestFirst}>
        {next !== undefined && (
          <p class="attempts__next">
            {watch.connected
              ? text.ledger.next(formatDuration(Math.max(0, next - watch.now)))
              : text.ledger.nextWasPlanned(formatTimeOfDay(next))}
          </p>
        )}
        <Ledger task={task} watch={watch} />
        <Why task={task} />
      </Section>
      {task.layers.length > 0 && <Layers task={task} />}
    </div>
  );
}

function Ledger({ task, watch }: AttemptsTabProps): VNode {
  const { ledger: text } = useText(TASK);
  const { rows, layered } = ledgerOf(task, watch);
  if (rows.length === 0) return <p class="attempts__none">{noAttempts(task, text)}</p>;
  return (
    <table class="ledger" aria-label={text.label}>
      <thead>
        <tr>
          <th scope="col">#</th>
          {layered && <th scope="col">{text.layer}</th>}
          <th scope="col">{text.error}</th>
          <th scope="col" data-numeric>
            {text.took}
          </th>
          <th scope="col" data-numeric>
            {text.waited}
          </th>
          <th scope="col">{text.decision}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <LedgerLine key={row.key} row={row} layered={layered} />
        ))}
      </tbody>
    </table>
  );
}

function LedgerLine({ row, layered }: { readonly row: LedgerRow; readonly layered: boolean }): VNode {
  const text = useText(TASK);
  const list = useText(LIST);
  const commands = useText(COMMANDS);
  if (row.kind === 'gap') {
    return (
      <tr>
        <td colSpan={layered ? 6 : 5} class="ledger__gap">
          {text.ledger.leftOut(row.count)}
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td class="ledger__number" data-depth={Math.min(row.depth, 4)}>
        {row.limit === undefined ? row.number : list.attempts.of(row.number, row.limit)}
      </td>
      {layered && (
        <td class="ledger__quiet">
          <Text text={row.layer} />
        </td>
      )}
      <td class="ledger__error">
        {row.error?.injected && <span class="pill pill--injected">{commands.injected}</span>}
        {row.error !== undefined && <Text text={errorLine(row.error)} />}
      </td>
      <td data-numeric>{formatDuration(row.took)}</td>
      <td data-numeric>
        <Waited row={row} />
      </td>
      <td>
        {row.decision === undefined ? (
          <span class="ledger__quiet">{row.running ? text.ledger.running : text.ledger.notReported}</span>
        ) : (
          <span
            class={`pill ${isFinalFailure(row.decision) ? 'pill--final' : ''} ${row.decision === 'retried' ? 'pill--retried' : ''}`}
            title={text.decisions[row.decision]}
          >
            {row.decision}
          </span>
        )}
      </td>
    </tr>
  );
}

function Waited({ row }: { readonly row: Extract<LedgerRow, { kind: 'attempt' }> }): VNode {
  const { ledger: text } = useText(TASK);
  if (row.plannedWait === undefined && row.realWait === undefined) return <span class="ledger__quiet">–</span>;
  return (
    <>
      {row.realWait === undefined ? (
        <span class="ledger__quiet">{row.waiting ? '…' : text.notReported}</span>
      ) : (
        formatDuration(row.realWait)
      )}{' '}
      <span class="ledger__quiet">/ {formatDuration(row.plannedWait)}</span>
    </>
  );
}

/** The layers around the body, outermost first, each with what it ended with. */
function Layers({ task }: { readonly task: TaskModel }): VNode {
  const { layers: text } = useText(TASK);
  return (
    <Section title={text.title} note={text.outermostFirst}>
      <ul class="layers">
        {layerText(task).map((layer) => (
          <li key={layer.key} class="layers__layer" data-depth={Math.min(layer.depth, 6)}>
            <code class="layers__call">
              <Text text={layer.call} />
            </code>
            {layer.outcome !== undefined && <span class="ledger__quiet"> {layer.outcome}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function noAttempts(task: TaskModel, text: TaskText['ledger']): string {
  if (task.state === 'pending') return text.nonePending;
  if (task.startedAt === undefined) return text.noneStarted;
  return text.noneReported;
}
