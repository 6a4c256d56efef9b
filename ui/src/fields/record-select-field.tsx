import type { ReactNode } from 'react';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { isShortCode } from '#crud/list/filters/filter-option.ts';
import { scalarText } from '#crud/text/value-text.ts';
import { ComboboxField } from '#kit/choice/combobox-field.tsx';

interface Props {
  name: string;
  options: readonly string[];
  aside?: ReactNode;
  className?: string;
}

/** A field for one of the contract's values, searched by code or name. */
export function RecordSelectField({ name, options, aside, className }: Props) {
  const { value, set, error, required, aside: fieldAside, lock } = useField(name);
  return (
    <ComboboxField
      label={<FieldLabel pointer={`/${name}`} />}
      value={typeof value === 'string' ? value : null}
      onChange={set}
      options={options.map((option) => toOption(name, option))}
      clearable
      lock={lock}
      error={error}
      required={required}
      aside={aside ?? fieldAside}
      className={className}
    />
  );
}

/** Returns the option of a value: its name with its code, or only the code. */
function toOption(field: string, value: string) {
  const label = scalarText(field, value);
  if (label === value) return { value, label, keywords: value, isCode: isShortCode(value) };
  return value.length > 3 ? { value, label, keywords: value } : { value, label, code: value };
}
