import type { VNode } from 'preact';
import { nextAttemptAt } from '../../../bridge/model/selectors.ts';
import type { TaskModel } from '../../../bridge/model/types.ts';
import { formatDuration } from '../format/duration.ts';
import { formatTimeOfDay } from '../format/time-of-day.ts';
import { errorLine } from '../present/error.ts';
import { layerText } from '../present/layers.ts';
import { type LedgerRow, ledgerOf } from '../present/ledger-rows.ts';
import { DECISION_TEXT, isFinalFailure } from '../present/outcome.ts';
import type { Watch } from '../present/times.ts';
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
  const next = nextAttemptAt(task);
  return (
    <div class="attempts">
      <Section title="State machine">
        <StateMachine task={task} watch={watch} />
      </Section>
      <Section title="Attempts" note="newest first">
        {next !== undefined && (
          <p class="attempts__next">
            {watch.connected
              ? `Next attempt in ${formatDuration(Math.max(0, next - watch.now))}`
              : `The next attempt was planned for ${formatTimeOfDay(next)}`}
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
  const { rows, layered } = ledgerOf(task, watch);
  if (rows.length === 0) return <p class="attempts__none">{noAttempts(task)}</p>;
  return (
    <table class="ledger" aria-label="Attempts">
      <thead>
        <tr>
          <th scope="col">#</th>
          {layered && <th scope="col">Layer</th>}
          <th scope="col">Error</th>
          <th scope="col" data-numeric>
            Took
          </th>
          <th scope="col" data-numeric>
            Waited / plan
          </th>
          <th scope="col">Decision</th>
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
  if (row.kind === 'gap') {
    return (
      <tr>
        <td colSpan={layered ? 6 : 5} class="ledger__gap">
          {row.count} more that are counted but no longer kept
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td class="ledger__number" data-depth={Math.min(row.depth, 4)}>
        {row.number}
      </td>
      {layered && (
        <td class="ledger__quiet">
          <Text text={row.layer} />
        </td>
      )}
      <td class="ledger__error">{row.error !== undefined && <Text text={errorLine(row.error)} />}</td>
      <td data-numeric>{formatDuration(row.took)}</td>
      <td data-numeric>
        <Waited row={row} />
      </td>
      <td>
        {row.decision === undefined ? (
          <span class="ledger__quiet">{row.running ? 'running' : 'not reported'}</span>
        ) : (
          <span
            class={`pill ${isFinalFailure(row.decision) ? 'pill--final' : ''} ${row.decision === 'retried' ? 'pill--retried' : ''}`}
            title={DECISION_TEXT[row.decision]}
          >
            {row.decision}
          </span>
        )}
      </td>
    </tr>
  );
}

function Waited({ row }: { readonly row: Extract<LedgerRow, { kind: 'attempt' }> }): VNode {
  if (row.plannedWait === undefined && row.realWait === undefined) return <span class="ledger__quiet">–</span>;
  return (
    <>
      {row.realWait === undefined ? (
        <span class="ledger__quiet">{row.waiting ? '…' : 'not reported'}</span>
      ) : (
        formatDuration(row.realWait)
      )}{' '}
      <span class="ledger__quiet">/ {formatDuration(row.plannedWait)}</span>
    </>
  );
}

/** The layers around the body, outermost first, each with what it ended with. */
function Layers({ task }: { readonly task: TaskModel }): VNode {
  return (
    <Section title="Layers" note="outermost first">
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

function noAttempts(task: TaskModel): string {
  if (task.state === 'pending') return 'None yet: it waits for a slot.';
  if (task.startedAt === undefined) return 'None: it ended before it could start.';
  return 'Retries not reported. Wrap the task with the retry of traced (tasklens/bridge), and each attempt is listed here.';
}
