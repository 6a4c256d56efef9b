import { kindOf } from '#crud/define-entity.ts';
import { changedPointers, readPointer } from '#crud/merge.ts';
import { ChangeList } from '#crud/record/change-list.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { type Import, isApplied } from '#imports/import.ts';
import { DrawerSection } from '#kit/drawer.tsx';
import type { RowFound } from './use-rows.ts';

/** Field by field what the row would make of the record, or has made of it; of a new one, all that it has. */
export function RowDifference({ found, data }: { found: Import; data: RowFound }) {
  const { t } = useTexts();
  const { row, before, after, changes } = data;
  const entity = kindOf(found.entity);
  if (!entity || after === null) return null;
  const done = isApplied(found);
  const isNew = before === null;
  const pointers = isNew ? changedPointers({}, after) : changes;
  if (pointers.length === 0) {
    return row.state === 'unchanged' || row.outcome === 'unchanged' ? (
      <DrawerSection>
        <p className="text-ink-3">{t('imports.report.same')}</p>
      </DrawerSection>
    ) : null;
  }
  const title = isNew
    ? t(done ? 'imports.report.newFieldsDone' : 'imports.report.newFields')
    : t(done ? 'imports.report.differenceDone' : 'imports.report.difference');
  return (
    <DrawerSection>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
      <ChangeList
        schema={entity.schema}
        changes={pointers.map((pointer) => ({
          pointer,
          before: before && readPointer(before, pointer),
          after: readPointer(after, pointer),
        }))}
        before={isNew ? undefined : t(done ? 'history.before' : 'imports.report.now')}
        after={t(done ? 'history.after' : 'imports.report.later')}
      />
    </DrawerSection>
  );
}
