import { t } from '#i18n/i18n.ts';
import type { Import, ImportRow } from '#imports/import.ts';
import type { CorrectAction } from '#imports/import-context.ts';
import type { RowAction } from '#kit/table/data-table.tsx';

const setExclusion = (row: number, excluded: boolean): CorrectAction => ({
  type: 'correct',
  body: { rows: [{ row, excluded }] },
  doneText: t(excluded ? 'imports.correct.excluded' : 'imports.correct.included'),
});

/** Returns the correction that excludes a row from the import, or includes it again. */
export const toggleExclusion = ({ row, state }: ImportRow): CorrectAction => {
  const excluded = state !== 'excluded';
  return { ...setExclusion(row, excluded), undo: setExclusion(row, !excluded) };
};

/** Returns the actions on a row in the table, which exist only until the import is applied. */
export const rowActions = (
  importJob: Import,
  row: ImportRow,
  disabledReason: string | false | undefined,
  onAction: (action: CorrectAction) => void,
): RowAction[] =>
  importJob.status === 'staged'
    ? [
        {
          id: 'exclude',
          label: t(row.state === 'excluded' ? 'imports.correct.include' : 'imports.correct.exclude'),
          icon: row.state === 'excluded' ? 'eye' : 'eye-off',
          disabledReason,
          onSelect: () => onAction(toggleExclusion(row)),
        },
      ]
    : [];
