import type { Ref } from 'react';
import { Field, type FieldFrame } from './field.tsx';
import { useFieldControl } from './field-context.ts';

interface CodeFieldProps extends FieldFrame {
  value: string;
  /** called with the digits of the typed or pasted text */
  onChange: (value: string) => void;
  /** called when all digits are entered */
  onComplete: (value: string) => void;
  digits?: number | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  autoFocus?: boolean | undefined;
}

/** A field for a one-time code. It is a single input, so that pasting, dictation and autofill from messages work. */
export function OneTimeCodeField({ label, required, help, error, aside, className, ...input }: CodeFieldProps) {
  return (
    <Field label={label} required={required} help={help} error={error} aside={aside} className={className}>
      <DigitsInput {...input} />
    </Field>
  );
}

type DigitsProps = Omit<CodeFieldProps, keyof FieldFrame>;

function DigitsInput({ value, onChange, onComplete, digits = 6, inputRef, ...nativeProps }: DigitsProps) {
  const { field, control } = useFieldControl();
  function onInput(text: string): void {
    const code = text.replaceAll(/\D/g, '').slice(0, digits);
    onChange(code);
    if (code.length === digits && code !== value) onComplete(code);
  }
  return (
    <div className="control control-lg" data-tone={field?.tone}>
      <input
        {...control}
        {...nativeProps}
        ref={inputRef}
        name="one-time-code"
        value={value}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        onChange={(event) => onInput(event.target.value)}
        className="bare-input font-mono text-lg font-medium tracking-[0.35em]"
      />
    </div>
  );
}
