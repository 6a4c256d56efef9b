import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { TextareaField } from '#kit/fields/textarea-field.tsx';

interface Props {
  name: string;
  rows?: number;
  maxLength?: number;
  className?: string;
}

/** A multi-line text field of a record. */
export function RecordTextareaField({ name, rows, maxLength, className }: Props) {
  const { t } = useTexts();
  const { value, set, error, required, neededForApproval, lock } = useField(name);
  return (
    <TextareaField
      name={name}
      label={<FieldLabel pointer={`/${name}`} />}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      readOnly={lock}
      rows={rows}
      maxLength={maxLength}
      error={error}
      required={required}
      aside={neededForApproval && !required ? t('record.neededShort') : undefined}
      className={className}
    />
  );
}
