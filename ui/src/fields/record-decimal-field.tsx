import { useState } from 'react';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { cx } from '#kit/cx.ts';
import { TextField } from '#kit/fields/text-field.tsx';
import { normaliseDecimal } from '#kit/values/decimal.ts';

interface Props {
  name: string;
  /** A unit or currency shown after the value. */
  adornment?: string;
  /** A warning that does not prevent saving. */
  warning?: string | undefined;
  className?: string;
}

/** A field for an exact decimal: the record gets the normalised value at once, the field shows the typed text until blur. */
export function RecordDecimalField({ name, adornment, warning, className }: Props) {
  const { value, set, error, required, aside, lock } = useField(name);
  const [typed, setTyped] = useState<string>();
  const held = typeof value === 'string' ? value : '';
  const plain = (text: string) => normaliseDecimal(text) ?? text.trim();
  return (
    <TextField
      name={name}
      label={<FieldLabel pointer={`/${name}`} />}
      // a value that was set elsewhere replaces the typed text
      value={typed !== undefined && plain(typed) === held ? typed : held}
      onChange={(text) => {
        setTyped(text);
        set(plain(text));
      }}
      onBlur={() => setTyped(undefined)}
      inputMode="decimal"
      autoComplete="off"
      mono
      lock={lock}
      adornment={adornment}
      error={error}
      warning={warning}
      required={required}
      aside={aside}
      className={cx('[&_input]:text-end', className)}
    />
  );
}
