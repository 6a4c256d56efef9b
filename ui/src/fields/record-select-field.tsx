import type { ReactNode } from 'react';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { isShortCode } from '#crud/list/filter-option.ts';
import { enumText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ComboboxField } from '#kit/choice/combobox-field.tsx';

interface Props {
  name: string;
  options: readonly string[];
  aside?: ReactNode;
  className?: string;
}

/** A field for one of the contract's values, searched by code or name. */
export function RecordSelectField({ name, options, aside, className }: Props) {
  const { t } = useTexts();
  const { value, set, error, required, neededForApproval, lock } = useField(name);
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
      aside={aside ?? (neededForApproval && !required ? t('record.neededShort') : undefined)}
      className={className}
    />
  );
}

/** Returns the option of a value: its name with its code, or only the code. */
function toOption(field: string, value: string) {
  const label = enumText(field, value);
  if (label === value) return { value, label, keywords: value, isCode: isShortCode(value) };
  return value.length > 3 ? { value, label, keywords: value } : { value, label, code: value };
}
