import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { TextareaField } from '#kit/fields/textarea-field.tsx';

interface Props {
  name: string;
  rows?: number;
  maxLength?: number;
  className?: string;
}

/** A multi-line text field of a record. */
export function RecordTextareaField({ name, rows, maxLength, className }: Props) {
  const { value, set, error, required, aside, lock } = useField(name);
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
      aside={aside}
      className={className}
    />
  );
}
