import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { NumberField } from '#kit/fields/number-field.tsx';

interface Props {
  name: string;
  min?: number;
  max?: number;
  adornment?: string;
  className?: string;
}

const whole = { maximumFractionDigits: 0 };

/** A field for an integer, such as a count or a sort order. */
export function RecordNumberField({ name, min, max, adornment, className }: Props) {
  const { value, set, error, required, aside, hint, lock } = useField(name);
  return (
    <NumberField
      label={<FieldLabel pointer={`/${name}`} />}
      value={typeof value === 'number' ? value : null}
      onChange={set}
      lock={lock}
      min={min}
      max={max}
      format={whole}
      adornment={adornment}
      error={error}
      help={hint}
      required={required}
      aside={aside}
      className={className}
    />
  );
}
