import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { DateRangeField } from '#kit/dates/date-range-field.tsx';

interface Props {
  /** The names of the two fields. */
  from: string;
  to: string;
  className?: string;
}

/** A range of two dates of a record; the end cannot precede the start. */
export function RecordDateRangeField({ from, to, className }: Props) {
  return <DateRangeField from={useEnd(from)} to={useEnd(to)} className={className} />;
}

function useEnd(name: string) {
  const { value, set, error, required, aside, lock } = useField(name);
  return {
    label: <FieldLabel pointer={`/${name}`} />,
    value: typeof value === 'string' ? value : null,
    onChange: lock ? undefined : set,
    error,
    required,
    aside,
  };
}
