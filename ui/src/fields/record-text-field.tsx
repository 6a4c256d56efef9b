import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { TextField } from '#kit/fields/text-field.tsx';

interface Props {
  name: string;
  /** Whether the value is a code of digits. */
  mono?: boolean;
  className?: string;
}

/** A text field of a record; codes are converted to upper case and shown in the monospace font. */
export function RecordTextField({ name, mono = false, className }: Props) {
  const { value, set, error, required, aside, hint, upper, lock } = useField(name);
  return (
    <TextField
      name={name}
      label={<FieldLabel pointer={`/${name}`} />}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
      lock={lock}
      error={error}
      help={upper ? hint : undefined}
      required={required}
      aside={aside}
      mono={mono || upper}
      upper={upper}
      className={className}
    />
  );
}
