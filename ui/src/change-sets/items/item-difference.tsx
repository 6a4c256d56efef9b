import { enums, transitions } from '#api/metadata.gen.ts';
import { entityUi } from '#crud/define-entity.ts';
import { readPointer } from '#crud/pointers.ts';
import { createDifferenceText } from '#crud/record/history/difference.ts';
import { FieldChangeTable } from '#crud/record/history/field-change-table.tsx';
import type { FieldChange } from '#crud/record/history/field-changes.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Status, StatusMark } from '#kit/display/status-mark.tsx';
import type { ChangeSetItem } from '../change-set.ts';

/** The fields and the status that an item changes. */
export function ItemDifference({ item, reverts }: { item: ChangeSetItem; reverts: boolean }) {
  const { t } = useTexts();
  const { entity, action, before, after, changes, outcome } = item;
  const schema = entityUi(entity)?.schema;
  if (action === 'delete')
    return outcome === null ? (
      <p className="py-1 text-bad-ink">{t('changeSets.deletes')}</p>
    ) : (
      <p className="py-1 text-ink-2">{t('changeSets.deleted')}</p>
    );
  const status = statusesOf(item);
  if (!schema || !after) return status && <StatusChange {...status} />;
  const fieldChanges = changes
    .filter((pointer) => pointer !== '/status')
    .map((pointer) => ({
      pointer,
      before: before ? readPointer(before, pointer) : undefined,
      after: readPointer(after, pointer),
    }));
  // empty fields of a new record are not worth a line
  const shown = before ? fieldChanges : fieldChanges.filter((change) => !isEmpty(change.after));
  if (shown.length === 0 && status) return <StatusChange {...status} />;
  if (shown.length === 0) {
    const restores = reverts ? 'changeSets.revert.unchanged' : 'changeSets.restores';
    return <p className="py-1 text-ink-3">{t(action === 'restore' ? restores : 'changeSets.unchanged')}</p>;
  }
  return (
    <>
      <FieldChangeTable
        schema={schema}
        changes={shown}
        before={before ? t('history.before') : undefined}
        after={t('history.after')}
        hidesHeadings
        difference={before ? withoutWords(createDifferenceText(schema, fieldChanges, before, after)) : undefined}
      />
      {status && <StatusChange {...status} />}
    </>
  );
}

interface Statuses {
  /** Undefined where it is not known. */
  from: Status | undefined;
  to: Status;
}

/** Returns the statuses between which an item moves its record; undefined where it does not. */
function statusesOf({ event, before, after }: ChangeSetItem): Statuses | undefined {
  if (event) {
    const { from, to } = transitions[event];
    return { from: from.length === 1 ? from[0] : undefined, to };
  }
  const status = (values: ChangeSetItem['after']) => enums.Status.find((each) => each === values?.status);
  const [from, to] = [status(before), status(after)];
  return to && from !== to ? { from, to } : undefined;
}

function StatusChange({ from, to }: Statuses) {
  const { t } = useTexts();
  return (
    <div className="@container">
      <p className="flex flex-wrap items-center gap-x-2 py-1.5 text-xs @2xl:text-sm">
        <span className="w-16 text-ink-3 @xs:w-22 @2xl:w-34">{t('field.status')}</span>
        {from && <del>{t(`status.${from}`)}</del>}
        <Arrow />
        <StatusMark status={to} label={t(`status.${to}`)} />
      </p>
    </div>
  );
}

/** Leaves out by how many words names differ: names are most of what a set changes, and speak for themselves. */
const withoutWords =
  (difference: (change: FieldChange) => string) =>
  (change: FieldChange): string =>
    /^\/(name|locales)\b/.test(change.pointer) ? '' : difference(change);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

export const Arrow = () => (
  <span aria-hidden className="text-ink-3">
    →
  </span>
);
