import type { ReactNode } from 'react';
import { FieldLabel, useField, useFormStore } from '#crud/form/form-fields.tsx';
import type { CodedRecord, RecordFilters } from '#crud/read/find-records.ts';
import { useFindRecords, useRecordByCode } from '#crud/read/use-find-records.ts';
import { cachedOption, recordOption } from '#crud/record-option.ts';
import { cachedLabel, useRecordNameUpdates } from '#crud/text/labels.ts';
import { referencedEntity } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ComboboxField } from '#kit/choice/combobox-field.tsx';

interface Props {
  name: string;
  /** Additional filters of the options: `{ country: 'CN' }`. */
  filters?: RecordFilters | undefined;
  /** Called with the chosen record, so that other fields can follow it. */
  suggest?: ((record: CodedRecord) => void) | undefined;
  aside?: ReactNode;
  className?: string;
}

/** A field for a reference, searched by code, pinyin or a name in any language. */
export function RecordReferenceField({ name, filters, suggest, aside, className }: Props) {
  const { language } = useTexts();
  const { schema } = useFormStore().read();
  const { value, set, error, required, aside: fieldAside, lock } = useField(name);
  const kind = referencedEntity(schema, `/${name}`);
  if (!kind) throw new Error(`${schema} refers to no record at ${name}`);
  const { records, loading, problem, disabledReason, search: searchRecords } = useFindRecords(kind, filters);
  const code = typeof value === 'string' ? value : null;
  useRecordNameUpdates();
  // a cached name needs no request
  useRecordByCode(kind, code !== null && cachedLabel(kind, code) ? null : code);

  function choose(next: string | null): void {
    set(next);
    const record = records.find((one) => one.code === next);
    if (record) suggest?.(record);
  }
  return (
    <ComboboxField
      label={<FieldLabel pointer={`/${name}`} />}
      value={code}
      onChange={choose}
      options={records.map((record) => recordOption(record, language))}
      chosenOption={code === null ? undefined : cachedOption(kind, code, language)}
      onQuery={searchRecords}
      loading={loading}
      lock={lock || Boolean(disabledReason)}
      help={disabledReason || undefined}
      warning={problem}
      error={error}
      required={required}
      aside={aside ?? fieldAside}
      className={className}
    />
  );
}
