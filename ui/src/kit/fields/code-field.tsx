import type { Ref } from 'react';
import { Field, type FieldFrame } from './field.tsx';
import { useFieldControl } from './field-context.ts';

interface CodeFieldProps extends FieldFrame {
  value: string;
  /** Gets digits only, whatever was typed or pasted around them. */
  onChange: (value: string) => void;
  /** All digits are there. */
  onComplete: (value: string) => void;
  digits?: number | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  autoFocus?: boolean | undefined;
}

/** A one-time code of so many digits: one field, so that pasting, dictating and the phone's own offer work. */
export function CodeField({ label, required, help, error, aside, className, ...input }: CodeFieldProps) {
  return (
    <Field {...{ label, required, help, error, aside, className }}>
      <Digits {...input} />
    </Field>
  );
}

type DigitsProps = Omit<CodeFieldProps, keyof FieldFrame>;

function Digits({ value, onChange, onComplete, digits = 6, inputRef, ...native }: DigitsProps) {
  const { field, control } = useFieldControl();
  function take(typed: string): void {
    const code = typed.replaceAll(/\D/g, '').slice(0, digits);
    onChange(code);
    if (code.length === digits && code !== value) onComplete(code);
  }
  return (
    <div className="control control-lg" data-tone={field?.tone}>
      <input
        {...control}
        {...native}
        ref={inputRef}
        name="one-time-code"
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={(event) => take(event.target.value)}
        className="bare-input font-mono text-lg font-medium tracking-[0.35em]"
      />
    </div>
  );
}
