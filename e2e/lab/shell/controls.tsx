import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import './controls.css';

interface ChoiceProps<W extends string> {
  readonly label: string;
  readonly value: W;
  readonly options: Readonly<Record<W, string>>;
  readonly onChange: (value: W) => void;
}

const keysOf = <W extends string>(options: Readonly<Record<W, string>>): W[] => Object.keys(options) as W[];

/** A few words of which one holds, all of them in sight. */
export function Choice<W extends string>({ label, value, options, onChange }: ChoiceProps<W>): VNode {
  const name = useId();
  return (
    <fieldset class="control choice">
      <legend class="control__label">{label}</legend>
      <div class="choice__options">
        {keysOf(options).map((word) => (
          <label class="choice__option" key={word}>
            <input type="radio" name={name} checked={word === value} onChange={() => onChange(word)} />
            <span>{options[word]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The same for many words. */
export function Pick<W extends string>({ label, value, options, onChange }: ChoiceProps<W>): VNode {
  return (
    <label class="control">
      <span class="control__label">{label}</span>
      <select
        class="control__input"
        value={value}
        onChange={({ currentTarget }) => {
          const word = keysOf(options).find((option) => option === currentTarget.value);
          if (word !== undefined) onChange(word);
        }}
      >
        {keysOf(options).map((word) => (
          <option key={word} value={word}>
            {options[word]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

/** A number within bounds, with its unit. */
export function Amount({ label, value, min, max, step = 1, unit = '', onChange }: AmountProps): VNode {
  return (
    <label class="control amount">
      <span class="control__label">{label}</span>
      <span class="amount__line">
        <input
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={`${value} ${unit}`.trim()}
          onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
        <span class="amount__value" aria-hidden="true">
          {`${value} ${unit}`.trim()}
        </span>
      </span>
    </label>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Switch({ label, on, onChange }: SwitchProps): VNode {
  return (
    <label class="control switch">
      <input type="checkbox" checked={on} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface ControlsProps {
  readonly name?: string;
  readonly children: ComponentChildren;
}

export function Controls({ name = 'Settings', children }: ControlsProps): VNode {
  return (
    <form class="controls" aria-label={name} onSubmit={(event) => event.preventDefault()}>
      {children}
    </form>
  );
}
