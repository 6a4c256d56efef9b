import type { EntityUi } from '#crud/define-entity.ts';
import { useExport } from '#crud/export/use-export.ts';
import type { Selection } from '#crud/list/selection.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { BulkAction } from '#kit/lists/bulk-bar.tsx';
import { useSession } from '#session/use-session.ts';
import { exportOfSelected, mostSelected } from './list-export.ts';

/** Returns the bulk action that exports the selected records. */
export function useExportSelected(entity: EntityUi, selection: Selection): BulkAction {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { busy, entries } = useExport(exportOfSelected(entity, selection.keys()));
  const tooMany = selection.size > mostSelected && t('list.exportMost', { most: mostSelected });
  return {
    id: 'export',
    label: t('list.exportSelected'),
    icon: 'download',
    disabledReason: denialReason(`${entity.key}:export`) || tooMany,
    busy,
    menu: entries,
  };
}
