import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { FAULTS } from '../../../locales/faults.ts';
import type { FaultStore } from '../../store/faults.ts';
import { useStore } from '../../store/store.ts';
import { useText } from '../../text.ts';
import { FAULT_KINDS, type FaultDraft, NEW_FAULT, ruleOf, wrongField } from './fault-draft.ts';

/** UTF-16 units that a text of a rule may have. */
const LONGEST = 1_000;

/** What a new fault is to do, to which tasks, and how often. */
export function FaultForm({ faults }: { readonly faults: FaultStore }): VNode {
  const text = useText(FAULTS);
  const { feed, runtimeLabels } = useStore();
  void feed.revision.value;
  const draft = useSignal<FaultDraft>(NEW_FAULT);
  const runtimeKey = useSignal('');
  const complaint = useSignal('');
  const { kind, exact, retryable, times } = draft.value;
  const set = (change: Partial<FaultDraft>): void => {
    draft.value = { ...draft.value, ...change };
    complaint.value = '';
  };
  const input = (field: 'name' | 'message' | 'type' | 'retryAfter' | 'delay' | 'times') => ({
    value: draft.value[field],
    maxLength: LONGEST,
    onInput: (event: { readonly currentTarget: HTMLInputElement }): void => set({ [field]: event.currentTarget.value }),
  });
  const there = [...feed.model.runtimes.values()].filter(({ untracked, commands }) => !untracked && commands === true);
  const labels = { retryAfter: text.retryAfter, delay: text.delay, times: text.timesCount } as const;
  const throws = kind === 'TaskError' || kind === 'Error';
  return (
    <form
      class="faults__form"
      aria-label={text.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = wrongField(draft.value);
        if (wrong !== undefined) complaint.value = text.wrongNumber(labels[wrong]);
        else void faults.add(ruleOf(draft.value), runtimeKey.value || undefined);
      }}
    >
      <h2 class="faults__title">{text.form}</h2>
      <p class="faults__about">{text.about}</p>
      <Field label={exact ? text.nameExact : text.name}>
        <input {...input('name')} type="text" placeholder={exact ? '' : text.namePlaceholder} spellcheck={false} />
      </Field>
      <Check label={text.exact} checked={exact} onChange={(value) => set({ exact: value })} />
      <Field label={text.runtime}>
        <select
          value={runtimeKey.value}
          onChange={(event) => {
            runtimeKey.value = event.currentTarget.value;
          }}
        >
          <option value="">{text.allRuntimes}</option>
          {there.map(({ key, name }) => (
            <option key={key} value={key}>
              {runtimeLabels.value.get(key) ?? name}
            </option>
          ))}
        </select>
      </Field>
      <Field label={text.kind}>
        <select
          value={kind}
          onChange={(event) => {
            const { value } = event.currentTarget;
            set({ kind: FAULT_KINDS.find((known) => known === value) ?? 'TaskError' });
          }}
        >
          {FAULT_KINDS.map((known) => (
            <option key={known} value={known}>
              {text.kinds[known]}
            </option>
          ))}
        </select>
      </Field>
      {throws && (
        <Field label={text.message}>
          <input {...input('message')} type="text" />
        </Field>
      )}
      {kind === 'TaskError' && (
        <>
          <Field label={text.type}>
            <input {...input('type')} type="text" spellcheck={false} />
          </Field>
          <Check label={text.retryable} checked={retryable} onChange={(value) => set({ retryable: value })} />
          <Field label={text.retryAfter}>
            <input {...input('retryAfter')} type="text" inputMode="numeric" />
          </Field>
        </>
      )}
      {kind !== 'hang' && (
        <Field label={text.delay}>
          <input {...input('delay')} type="text" inputMode="numeric" />
        </Field>
      )}
      <Field label={text.times}>
        <select
          value={times === '' ? 'off' : 'next'}
          onChange={(event) => set({ times: event.currentTarget.value === 'off' ? '' : NEW_FAULT.times })}
        >
          <option value="next">{text.next}</option>
          <option value="off">{text.untilOff}</option>
        </select>
      </Field>
      {times !== '' && (
        <Field label={text.timesCount}>
          <input {...input('times')} type="text" inputMode="numeric" />
        </Field>
      )}
      <p class="faults__wrong" role="alert">
        {complaint.value}
      </p>
      <button type="submit" class="faults__add">
        {text.add}
      </button>
    </form>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }): VNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
    <label class="faults__field">
      <span>{label}</span>
      {children}
    </label>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Check({ label, checked, onChange }: CheckProps): VNode {
  return (
    <label class="faults__check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
