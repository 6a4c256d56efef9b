import { FieldLabel, useField, useFormStore } from '#crud/form/form-fields.tsx';
import type { RecordFilters } from '#crud/read/find-records.ts';
import { useFindRecords } from '#crud/read/use-find-records.ts';
import { cachedOption, recordOption } from '#crud/record-option.ts';
import { useRecordNameUpdates } from '#crud/text/labels.ts';
import { referencedEntity } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { MultiComboboxField } from '#kit/choice/multi-combobox-field.tsx';

interface Props {
  name: string;
  filters?: RecordFilters | undefined;
  /** Whether an empty list is omitted, because the contract requires at least one item. */
  orNothing?: boolean;
  help?: string;
  className?: string;
}

const isCode = (value: unknown): value is string => typeof value === 'string';

/** A field for several references, searched by code, name or pinyin. */
export function RecordReferencesField({ name, filters, orNothing, help, className }: Props) {
  const { language } = useTexts();
  const { schema } = useFormStore().read();
  const { value, set, error, required, aside, lock } = useField(name);
  const kind = referencedEntity(schema, `/${name}/0`);
  if (!kind) throw new Error(`${schema} refers to no records at ${name}`);
  const { records, loading, problem, disabledReason, search: searchRecords } = useFindRecords(kind, filters);
  const codes = Array.isArray(value) ? value.filter(isCode) : [];
  useRecordNameUpdates();
  return (
    <MultiComboboxField
      label={<FieldLabel pointer={`/${name}`} />}
      values={codes}
      onChange={(chosen) => set(orNothing && chosen.length === 0 ? undefined : chosen)}
      options={records.map((record) => recordOption(record, language))}
      chosenOptions={codes.map((code) => cachedOption(kind, code, language))}
      onQuery={searchRecords}
      loading={loading}
      lock={lock || Boolean(disabledReason)}
      help={disabledReason || help}
      warning={problem}
      error={error}
      required={required}
      aside={aside}
      className={className}
    />
  );
}
