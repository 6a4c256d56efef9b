import { type ReactNode, useId } from 'react';
import { cx } from '#kit/cx.ts';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  text?: string | undefined;
  /** Why it cannot be chosen. */
  refused?: string | false | undefined;
}

interface Props<Value extends string> {
  legend: ReactNode;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** One of a few ways, each with a line on what it means; one that is refused says why. */
export function RadioChoice<Value extends string>({ legend, value, choices, onChange }: Props<Value>) {
  const id = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium text-ink-2">{legend}</legend>
      {choices.map((choice, index) => {
        const line = choice.refused || choice.text;
        return (
          <label key={choice.value} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2">
            <input
              type="radio"
              name={id}
              className="mt-0.5 size-4 accent-accent"
              checked={choice.value === value}
              disabled={Boolean(choice.refused)}
              aria-describedby={line ? `${id}-${index}` : undefined}
              onChange={() => onChange(choice.value)}
            />
            <span className={cx(choice.refused && 'text-ink-3')}>{choice.label}</span>
            {line && (
              <span id={`${id}-${index}`} className="col-start-2 text-xs text-ink-3">
                {line}
              </span>
            )}
          </label>
        );
      })}
    </fieldset>
  );
}
