import { FieldLabel, useField } from '#crud/form/form-fields.tsx';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { DateField } from '#kit/dates/date-field.tsx';

/** A field for a time in UTC, with the local time below. */
export function RecordDateTimeField({ name, className }: { name: string; className?: string }) {
  const { t } = useTexts();
  const { value, set, error, required, lock } = useField(name);
  const moment = typeof value === 'string' ? value : null;
  const known = moment !== null && !Number.isNaN(Date.parse(moment));
  return (
    <DateField
      label={<FieldLabel pointer={`/${name}`} />}
      time
      value={moment}
      onChange={set}
      lock={lock}
      error={error}
      required={required}
      aside={<span className="font-mono text-2xs">UTC</span>}
      help={known ? t('form.localTime', { time: shortTime(moment) }) : undefined}
      className={className}
    />
  );
}
