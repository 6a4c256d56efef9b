import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { useTexts } from '#i18n/i18n.ts';
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
  const { t } = useTexts();
  const { value, set, error, required, neededForApproval, lock } = useField(name);
  return {
    label: <FieldLabel pointer={`/${name}`} />,
    value: typeof value === 'string' ? value : null,
    onChange: lock ? undefined : set,
    error,
    required,
    aside: neededForApproval && !required ? t('record.neededShort') : undefined,
  };
}
