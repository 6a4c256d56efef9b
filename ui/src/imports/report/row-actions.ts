import { t } from '#i18n/i18n.ts';
import type { Import, ImportRow } from '#imports/import.ts';
import type { CorrectAction } from '#imports/import-context.ts';
import type { RowAction } from '#kit/table/data-table.tsx';

/** Leaves a row out of the import, or takes it in again. */
export const toggleExclusion = ({ row, state }: ImportRow): CorrectAction => {
  const excluded = state !== 'excluded';
  return {
    type: 'correct',
    body: { rows: [{ row, excluded }] },
    doneText: t(excluded ? 'imports.correct.excluded' : 'imports.correct.included'),
    undo: { rows: [{ row, excluded: !excluded }] },
  };
};

/** What can be done with a row in the table: only before anything is written. */
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
