import { useEffect, useRef } from 'react';
import { useField, useFormStore } from '#crud/form/form-fields.tsx';
import { type CodedRecord, findByCode } from '#crud/read/find-records.ts';
import { useRecordByCode } from '#crud/read/use-find-records.ts';
import { referencedEntity } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';

export interface Suggestion {
  /** Whether the field is empty or still has the suggested value, so that it may be overwritten. */
  follows: boolean;
  /** Applies the chosen record; `follows` is the state before an asynchronous lookup. */
  offer: (record: CodedRecord, follows?: boolean) => void;
  /** A note beside the label that names the source of the value. */
  aside: string | undefined;
}

/**
 * A field that follows a record chosen in another: the city's continent is its country's. It is filled while it is
 * empty or still what the other gave; `next` follows the record that the filled-in code names.
 */
export function useSuggestion(
  target: string,
  source: string,
  take: (record: CodedRecord) => unknown,
  next?: Suggestion,
): Suggestion {
  const { t } = useTexts();
  const { schema } = useFormStore().read();
  const { value, set } = useField(target);
  const kind = referencedEntity(schema, `/${source}`);
  if (!kind) throw new Error(`${schema} refers to no record at ${source}`);
  const targetKind = referencedEntity(schema, `/${target}`);
  const given = useRecordByCode(kind, useField(source).value);
  const empty = value === null || value === undefined;
  const derived = !empty && given !== undefined && take(given) === value;
  const follows = empty || derived;
  // the form may have changed while the record was loading
  const later = useRef(next);
  useEffect(() => {
    later.current = next;
  });
  const filled = useRef<string>(undefined);

  function offer(record: CodedRecord, mayFill = follows): void {
    const suggested = take(record) ?? null;
    if (!mayFill || suggested === null) return;
    set(suggested);
    if (!next || !targetKind || typeof suggested !== 'string') return;
    const nextFollows = next.follows;
    filled.current = suggested;
    findByCode(targetKind, suggested).then(
      // skipped if another value has been entered in the meantime
      (found) => found && filled.current === suggested && later.current?.offer(found, nextFollows),
      () => {},
    );
  }
  const aside = derived ? t('record.derivedFrom', { source: t(`entity.${kind}.one`) }) : undefined;
  return { follows, offer, aside };
}
