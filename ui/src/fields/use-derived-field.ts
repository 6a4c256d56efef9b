import { useEffect, useRef } from 'react';
import { useField, useFormStore } from '#crud/form/form-fields.tsx';
import { type CodedRecord, findByCode } from '#crud/read/find-records.ts';
import { useRecordByCode, useSetRecords } from '#crud/read/use-find-records.ts';
import { referencedEntity } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';

export interface DerivedField {
  /** Whether the field is empty or still has the derived value, so that it may be overwritten. */
  isOverwritable: boolean;
  /** Applies the chosen record; `isOverwritable` is the state before an asynchronous lookup. */
  fillFrom: (record: CodedRecord, isOverwritable?: boolean) => void;
  /** A note beside the label that names the source of the value. */
  aside: string | undefined;
}

/**
 * Keeps a field in step with a record chosen in another field: a city's continent is that of its country. The field is filled while it
 * is empty or still has the derived value. `next` is a field that in turn depends on this one.
 */
export function useDerivedField(
  target: string,
  source: string,
  deriveValue: (record: CodedRecord) => unknown,
  next?: DerivedField,
): DerivedField {
  const { t } = useTexts();
  const { schema, set: changeSet } = useFormStore().read();
  const { value, set } = useField(target);
  const kind = referencedEntity(schema, `/${source}`);
  if (!kind) throw new Error(`${schema} refers to no record at ${source}`);
  const targetKind = referencedEntity(schema, `/${target}`);
  const findInSet = useSetRecords(changeSet, targetKind);
  const sourceRecord = useRecordByCode(kind, useField(source).value, changeSet);
  const empty = value === null || value === undefined;
  const isDerived = !empty && sourceRecord !== undefined && deriveValue(sourceRecord) === value;
  const isOverwritable = empty || isDerived;
  // the form may have changed while the record was loading
  const latestNext = useRef(next);
  useEffect(() => {
    latestNext.current = next;
  });
  const lastFilled = useRef<string>(undefined);

  function fillFrom(record: CodedRecord, mayOverwrite = isOverwritable): void {
    const suggested = deriveValue(record) ?? null;
    if (!mayOverwrite || suggested === null) return;
    set(suggested);
    if (!next || !targetKind || typeof suggested !== 'string') return;
    const isNextOverwritable = next.isOverwritable;
    lastFilled.current = suggested;
    const inSet = findInSet(suggested)?.record;
    (inSet ? Promise.resolve(inSet) : findByCode(targetKind, suggested)).then(
      // skipped if another value has been entered in the meantime
      (found) => found && lastFilled.current === suggested && latestNext.current?.fillFrom(found, isNextOverwritable),
      () => {},
    );
  }
  const aside = isDerived ? t('record.derivedFrom', { source: t(`entity.${kind}.one`) }) : undefined;
  return { isOverwritable, fillFrom, aside };
}
