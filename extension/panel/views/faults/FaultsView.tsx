import type { VNode } from 'preact';
import { FAULTS } from '../../../locales/faults.ts';
import { Text } from '../../components/Text.tsx';
import { type ActiveFault, type FaultStore, isSpent } from '../../store/faults.ts';
import { useStore } from '../../store/store.ts';
import { useText } from '../../text.ts';
import { FaultForm } from './FaultForm.tsx';
import './FaultsView.css';

/** Faults put before the task functions of the page: a form for a new one, and those that are in place. */
export function FaultsView(): VNode {
  const text = useText(FAULTS);
  const { faults } = useStore();
  if (faults === undefined) return <p class="faults__none">{text.readOnly}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div class="faults" tabIndex={0}>
      <FaultForm faults={faults} />
      <ActiveFaults faults={faults} />
    </div>
  );
}

function ActiveFaults({ faults }: { readonly faults: FaultStore }): VNode {
  const text = useText(FAULTS);
  const { list } = faults;
  return (
    <section class="faults__active">
      <h2 class="faults__title" id="tasklens-active-faults">
        {text.active}
      </h2>
      {list.value.length === 0 ? (
        <p class="faults__none">{text.none}</p>
      ) : (
        <table class="faults__table" aria-labelledby="tasklens-active-faults">
          <thead>
            <tr>
              <th scope="col">{text.columns.fault}</th>
              <th scope="col">{text.columns.tasks}</th>
              <th scope="col">{text.columns.runtime}</th>
              <th scope="col" data-numeric>
                {text.columns.acted}
              </th>
              <th scope="col" data-numeric>
                {text.columns.left}
              </th>
              <th scope="col">
                <span class="unseen">{text.off}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.value.map((fault) => (
              <FaultRow key={fault.rule.id} fault={fault} onOff={() => void faults.lift(fault.rule.id)} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function FaultRow({ fault, onOff }: { readonly fault: ActiveFault; readonly onOff: () => void }): VNode {
  const text = useText(FAULTS);
  const { runtimeLabels } = useStore();
  const { rule, runtimeKey, hits } = fault;
  const acted = [...hits.values()].reduce((sum, count) => sum + count, 0);
  const names = rule.name === '' ? text.everyTask : rule.exact ? text.is(rule.name) : text.contains(rule.name);
  const left = rule.times === undefined ? text.noEnd : rule.times * Math.max(1, hits.size) - acted;
  return (
    <tr class={isSpent(fault) ? 'faults__spent' : undefined}>
      <td>
        <Text text={rule.fault} />
      </td>
      <td>
        <Text text={names} />
      </td>
      <td>{runtimeKey === undefined ? text.allRuntimes : <Text text={runtimeLabels.value.get(runtimeKey) ?? ''} />}</td>
      <td data-numeric>{acted}</td>
      <td data-numeric>{isSpent(fault) ? text.spent : left}</td>
      <td>
        <button type="button" class="faults__off" aria-label={text.offFor(rule.fault)} onClick={onOff}>
          {text.off}
        </button>
      </td>
    </tr>
  );
}
