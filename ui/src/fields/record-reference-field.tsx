import { type ReactNode, useState } from 'react';
import { type EntityKey, references } from '#api/metadata.gen.ts';
import { itemText } from '#crud/change-set/set-items.ts';
import type { WorkingSet } from '#crud/change-set/working-set.ts';
import { type EntityUi, entityUi, type Values } from '#crud/define-entity.ts';
import { loadForm } from '#crud/form/definition/form-definition.ts';
import { FieldLabel, type FormState, useField, useFormStore } from '#crud/form/form-fields.tsx';
import type { CodedRecord, RecordFilters } from '#crud/read/find-records.ts';
import { useFindRecords, useRecordByCode, useSetRecords } from '#crud/read/use-find-records.ts';
import { cachedOption, recordOption } from '#crud/record-option.ts';
import { cachedLabel, useRecordNameUpdates } from '#crud/text/record-name-cache.ts';
import { referencedEntity } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ComboboxField, type TypedTextAction } from '#kit/choice/combobox-field.tsx';
import { MultiComboboxField } from '#kit/choice/multi-combobox-field.tsx';
import type { Option } from '#kit/choice/option.tsx';
import { createLazyCode, reportChunkError, useLazyCode } from '#kit/lazy-code.ts';

const dialogCode = createLazyCode(
  async () => (await import('#crud/form/record/create-referenced-record.tsx')).CreateReferenceDialog,
);

interface Props {
  name: string;
  /** Additional filters of the options: `{ country: 'CN' }`. */
  filters?: RecordFilters | undefined;
  /** Called with the chosen record, so that other fields can follow it. */
  onRecordChosen?: ((record: CodedRecord) => void) | undefined;
  aside?: ReactNode;
  className?: string;
}

/** A field for a reference, searched by code, pinyin or a name in any language. */
export function RecordReferenceField({ name, filters, onRecordChosen, aside, className }: Props) {
  const { t } = useTexts();
  const { schema, isNested, set: changeSet } = useFormStore().read();
  const { value, set, error, required, aside: fieldAside, lock } = useField(name);
  const kind = referencedEntity(schema, `/${name}`);
  if (!kind) throw new Error(`${schema} refers to no record at ${name}`);
  const { records, loading, problem, disabledReason, mayCreate, search } = useFindRecords(kind, {
    filters,
    set: changeSet,
  });
  const optionOf = useReferenceOption(kind, changeSet);
  const code = typeof value === 'string' ? value : null;
  useRecordNameUpdates();
  // a cached name needs no request
  useRecordByCode(kind, code !== null && cachedLabel(kind, code) ? null : code, changeSet);

  function choose(next: string | null): void {
    set(next);
    const record = records.find((one) => one.code === next);
    if (record) onRecordChosen?.(record);
  }
  const creation = useCreation(kind, name, (record) => {
    set(record.code);
    onRecordChosen?.(record);
  });
  const { action, dialog } = mayCreate && !isNested ? creation : NO_CREATION;
  const option = code === null ? undefined : optionOf(code);
  const isPending = creation.isPending([code]);
  return (
    <>
      <ComboboxField
        label={<FieldLabel pointer={`/${name}`} />}
        value={code}
        onChange={choose}
        options={records.map((record) => optionOf(record.code, record))}
        chosenOption={option}
        onQuery={search}
        action={problem ? undefined : action}
        loading={loading}
        lock={lock || Boolean(disabledReason)}
        help={disabledReason || option?.mark || (isPending && t('reference.pending')) || undefined}
        warning={problem}
        error={error}
        required={required}
        aside={aside ?? fieldAside}
        className={className}
      />
      {dialog}
    </>
  );
}

interface ReferencesProps {
  name: string;
  filters?: RecordFilters | undefined;
  /** Whether an empty list is omitted, because the contract requires at least one item. */
  omitsEmptyList?: boolean;
  help?: string;
  className?: string;
}

const isCode = (value: unknown): value is string => typeof value === 'string';

/** A field for several references, searched by code, name or pinyin. */
export function RecordReferencesField({ name, filters, omitsEmptyList, help, className }: ReferencesProps) {
  const { t } = useTexts();
  const { schema, isNested, set: changeSet } = useFormStore().read();
  const { value, set, error, required, aside, lock } = useField(name);
  const kind = referencedEntity(schema, `/${name}/0`);
  if (!kind) throw new Error(`${schema} refers to no records at ${name}`);
  const { records, loading, problem, disabledReason, mayCreate, search } = useFindRecords(kind, {
    filters,
    set: changeSet,
  });
  const optionOf = useReferenceOption(kind, changeSet);
  const codes = Array.isArray(value) ? value.filter(isCode) : [];
  useRecordNameUpdates();
  const creation = useCreation(kind, name, ({ code }) => set([...codes, code]));
  const { action, dialog } = mayCreate && !isNested ? creation : NO_CREATION;
  return (
    <>
      <MultiComboboxField
        label={<FieldLabel pointer={`/${name}`} />}
        values={codes}
        onChange={(chosen) => set(omitsEmptyList && chosen.length === 0 ? undefined : chosen)}
        options={records.map((record) => optionOf(record.code, record))}
        chosenOptions={codes.map((code) => optionOf(code))}
        onQuery={search}
        action={problem ? undefined : action}
        loading={loading}
        lock={lock || Boolean(disabledReason)}
        help={disabledReason || (creation.isPending(codes) && t('reference.pending')) || help}
        warning={problem}
        error={error}
        required={required}
        aside={aside}
        className={className}
      />
      {dialog}
    </>
  );
}

/** Returns a function that makes the option of a code, marked with what the change set does to its record. */
function useReferenceOption(kind: EntityKey, changeSet: WorkingSet | null | undefined) {
  const { t, language } = useTexts();
  const findInSet = useSetRecords(changeSet, kind);
  return (code: string, record?: CodedRecord): Option => {
    const inSet = findInSet(code);
    if (inSet) return { ...recordOption(inSet.record, language), mark: itemText(inSet.item, t) };
    return record ? recordOption(record, language) : cachedOption(kind, code, language);
  };
}

interface Creation {
  /** An entry of the field's list. */
  action?: TypedTextAction;
  dialog?: ReactNode;
}

const NO_CREATION: Creation = {};

/** Lets the user create the record that a search does not find, in a dialog over the form. */
function useCreation(kind: EntityKey, name: string, onCreated: (record: CodedRecord) => void) {
  const { t } = useTexts();
  const store = useFormStore();
  const [typedText, setTypedText] = useState<string>();
  const [pending, setPending] = useState<readonly unknown[]>([]);
  /** Whether some of these codes belong to records that the field has created, and nobody has approved. */
  const isPending = (codes: readonly unknown[]) => codes.some((code) => pending.includes(code));
  const isOpen = typedText !== undefined;
  const close = () => setTypedText(undefined);
  const CreateReferenceDialog = useLazyCode(dialogCode, isOpen, close);
  const entity = entityUi(kind);
  if (!entity) return { ...NO_CREATION, isPending };
  const action = {
    label: (text: string) => t('reference.create', { one: t(`entity.${kind}.one`), text }),
    // the dialog cannot show that its code is missing, and the form below would be lost with the page
    onSelect: (text: string) => void loadForm(entity).then(() => setTypedText(text), reportChunkError),
    isOpen,
  };
  const dialog = isOpen && CreateReferenceDialog && (
    <CreateReferenceDialog
      entity={entity}
      typedText={typedText}
      shared={sharedValues(store.read(), entity, name)}
      onCreated={(record) => {
        close();
        if (record.status === 'pending') setPending([...pending, record.code]);
        onCreated(record);
      }}
      onClose={close}
    />
  );
  return { action, dialog, isPending };
}

/** Returns the references of a form that the new record has, too: an airport's country for its new city. */
function sharedValues({ schema, values }: FormState, entity: EntityUi, name: string): Values {
  const shared = Object.entries(references[entity.schema] ?? {}).filter(
    ([field, kind]) => field !== name && references[schema]?.[field] === kind && typeof values[field] === 'string',
  );
  return Object.fromEntries(shared.map(([field]) => [field, values[field]]));
}
