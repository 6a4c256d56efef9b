import type { BodyName } from '#api/metadata.gen.ts';
import type { Change } from '#crud/resource.ts';
import { useTexts } from '#i18n/i18n.ts';
import { FieldChangeTable } from './field-change-table.tsx';
import { fieldChanges } from './field-changes.ts';

interface Props {
  schema: BodyName;
  change: Pick<Change, 'action' | 'before' | 'after'>;
}

/** The fields that a change modified, or the status that it set if it modified none. */
export function ChangedFields({ schema, change }: Props) {
  const { t } = useTexts();
  const changes = fieldChanges(change);
  const { action, before, after } = change;
  if (changes.length === 0 && after) {
    return <p className="text-xs text-ink-3">{t('history.noFieldChange', { status: t(`status.${after.status}`) })}</p>;
  }
  // a deleted record shows only its last values, in the second column
  if (!after) {
    const deletedFields = changes.map(({ pointer, before }) => ({ pointer, before: null, after: before }));
    return (
      <FieldChangeTable schema={schema} changes={deletedFields} before={undefined} after={t('history.deletedHere')} />
    );
  }
  return (
    <FieldChangeTable
      schema={schema}
      changes={changes}
      before={before ? t('history.before') : undefined}
      after={t(before ? 'history.after' : action === 'create' ? 'history.created' : 'history.broughtBack')}
    />
  );
}
