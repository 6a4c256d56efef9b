import { useState } from 'react';
import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { TextField } from '#kit/fields/text-field.tsx';
import { normaliseDecimal } from '#kit/values/decimal.ts';

interface Props {
  name: string;
  /** a unit, a currency */
  adornment?: string;
  /** odd, but not refused */
  warning?: string | undefined;
  className?: string;
}

/** An exact decimal: the record holds its plain form at once, the field shows what was typed until it is left. */
export function RecordDecimalField({ name, adornment, warning, className }: Props) {
  const { t } = useTexts();
  const { value, set, error, required, neededForApproval, lock } = useField(name);
  const [typed, setTyped] = useState<string>();
  const held = typeof value === 'string' ? value : '';
  const plain = (text: string) => normaliseDecimal(text) ?? text.trim();
  return (
    <TextField
      name={name}
      label={<FieldLabel pointer={`/${name}`} />}
      // a value that came from elsewhere meanwhile counts for more than what was typed
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
      aside={neededForApproval && !required ? t('record.neededShort') : undefined}
      className={cx('[&_input]:text-end', className)}
    />
  );
}
