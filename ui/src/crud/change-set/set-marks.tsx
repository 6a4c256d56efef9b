import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { type AnyRecord, entityUi } from '#crud/define-entity.ts';
import { readPointer } from '#crud/pointers.ts';
import { valueText } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { type ChangeSetItem, itemText, recordInSet, useWorkingItem, useWorkingItems } from './set-items.ts';
import { useWorkingSet } from './working-set.ts';

interface SetMarkProps {
  entity: EntityKey;
  id: number;
}

interface SetStatusProps {
  entity: EntityKey;
  record: AnyRecord;
}

/** The status that the set in which one works gives to a record; struck through where the set deletes the record. */
export function SetStatus({ entity, record }: SetStatusProps) {
  const { t } = useTexts();
  const item = useWorkingItem(entity, record.id);
  const { status } = recordInSet(record, item);
  const isDeleted = item?.action === 'delete';
  return (
    // the style sheet also strikes through what identifies the row
    <span data-deleted={isDeleted || undefined} className="inline-flex">
      <StatusMark
        status={isDeleted ? 'bad' : status}
        label={isDeleted ? <del className="text-bad-ink">{t(`status.${status}`)}</del> : t(`status.${status}`)}
      />
    </span>
  );
}

/** Marks a record that the set in which one works changes, and says how. */
export function SetMark({ entity, id }: SetMarkProps) {
  const { t } = useTexts();
  const item = useWorkingItem(entity, id);
  if (!item) return null;
  const text = itemText(item, t);
  const isDeleted = item.action === 'delete';
  return (
    <span title={text} className={isDeleted ? 'text-bad-ink' : 'text-info-ink'}>
      <Icon name={isDeleted ? 'trash' : 'layers'} size={14} label={text} />
    </span>
  );
}

/** Says in the head of a form what the set does with the record, also to its code and status. */
export function SetInHead({ entity, id }: SetMarkProps) {
  const { t } = useTexts();
  const item = useWorkingItem(entity, id);
  if (!item) return null;
  const newCode = newCodeOf(item);
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs font-normal text-info-ink">
      <Icon name="layers" size={14} className="flex-none" />
      <span className="min-w-0 truncate">{itemText(item, t)}</span>
      {newCode && <Code small>{newCode}</Code>}
    </span>
  );
}

/** Returns the code that an item gives to a record in place of another one. */
const newCodeOf = ({ before, after }: ChangeSetItem): string | undefined =>
  before && typeof after?.code === 'string' && after.code !== before.code ? after.code : undefined;

interface SetValueMarkProps extends SetMarkProps {
  pointer: string;
}

/** Says beside the label of a field that the set changes it, from which value, and to which one somebody else has changed that meanwhile. */
export function SetValueMark({ entity, id, pointer }: SetValueMarkProps) {
  const { t } = useTexts();
  const item = useWorkingItem(entity, id);
  const schema = entityUi(entity)?.schema;
  if (!schema || !item?.after || !item.changes.includes(pointer)) return null;
  const textOf = (value: unknown) => valueText(schema, pointer, value) || t('history.empty');
  const value = textOf(readPointer(item.before ?? {}, pointer));
  const conflict = item.changedSince?.find((change) => change.pointer === pointer);
  const text = conflict
    ? t('workingSet.wasNow', { value, live: textOf(conflict.live) })
    : t('workingSet.was', { value });
  return (
    <span title={text} className="min-w-0 truncate text-info-ink">
      <span className="hidden @min-[15rem]:inline">{text}</span>
      <Icon name="layers" size={14} label={text} className="@min-[15rem]:hidden" />
    </span>
  );
}

const MAX_LISTED_CODES = 5;

/** Says above a list what the set makes of records of its kind that the list, which has the live ones, does not find. */
export function SetListNote({ entity }: Pick<SetMarkProps, 'entity'>) {
  const { t } = useTexts();
  const set = useWorkingSet();
  const items = useWorkingItems().filter((item) => item.entity === entity);
  const created = items.filter(({ action }) => action === 'create');
  const renamed = items.filter((item) => newCodeOf(item) !== undefined);
  if (!set || created.length + renamed.length === 0) return null;
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-info-edge bg-info-soft px-page py-1.5 text-xs">
      <Icon name="layers" size={14} className="-mr-2 flex-none text-info-ink" />
      <Codes
        text={t('workingSet.creates', { count: created.length })}
        codes={created.map(({ id, code, name }) =>
          code ? (
            <Code key={id} small>
              {code}
            </Code>
          ) : (
            <bdi key={id}>{name}</bdi>
          ),
        )}
      />
      <Codes
        text={t('workingSet.renames')}
        codes={renamed.map((item) => (
          <Link
            key={item.id}
            to="."
            search={(search) => ({ ...search, id: item.recordId ?? undefined, panel: 'view' as const })}
            className="flex items-center gap-1 hover:underline"
          >
            <Code small>{String(item.before?.code)}</Code> → <Code small>{newCodeOf(item)}</Code>
          </Link>
        ))}
      />
      <Link to="/change-sets/$id" params={{ id: String(set.id) }} className={`${linkClass} ml-auto`}>
        {t('workingSet.open', { id: set.id })}
      </Link>
    </div>
  );
}

/** The first of some codes behind what they have in common; nothing without any. */
function Codes({ text, codes }: { text: string; codes: readonly ReactNode[] }) {
  if (codes.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      {text}
      {codes.slice(0, MAX_LISTED_CODES)}
      {codes.length > MAX_LISTED_CODES && '…'}
    </span>
  );
}
