import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Language } from '#api/metadata.gen.ts';
import { download } from '#crud/export/download.ts';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Import, importPermission, isWorking, mayHaveWritten } from '#imports/import.ts';
import type { RowAction } from '#kit/table/data-table.tsx';
import { useSession } from '#session/use-session.ts';
import { runImportAction } from './import-calls.ts';

/** Returns the download path of the report, with all rows or only those that cannot be imported. The language is a parameter, because a download cannot send the console's `Accept-Language`. */
export const reportPath = ({ id }: Import, language: Language, only: 'all' | 'unsound' = 'all') =>
  `/api/v1/imports/${id}/report?only=${only}&language=${language}`;

/** Provides the actions of an import in the list: open, download the report, and discard before it is applied. */
export function useImportActions() {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const navigate = useNavigate();
  const [pendingDiscard, setPendingDiscard] = useState<Import>();
  const { run, busy, problem, clearProblem, isShown } = useAction(undefined, pendingDiscard?.id);

  async function downloadReport(row: Import): Promise<void> {
    try {
      await download(reportPath(row, language));
    } catch {
      // the API client has already shown the error
    }
  }
  const discard = async ({ id, filename }: Import) => {
    const message = t('imports.discarded', { name: filename });
    const done = await run(() => runImportAction(id, { type: 'discard' }), message);
    if (done && isShown()) setPendingDiscard(undefined);
  };

  const actionsOf = (row: Import): RowAction[] => [
    {
      id: 'open',
      label: t('palette.open'),
      icon: 'chevron-right',
      onSelect: () => void navigate({ to: '/imports/$id', params: { id: String(row.id) } }),
    },
    ...(row.stageTime
      ? [
          {
            id: 'report',
            label: t('imports.report.download'),
            icon: 'download' as const,
            onSelect: () => void downloadReport(row),
          },
        ]
      : []),
    ...(mayHaveWritten(row) || isWorking(row)
      ? []
      : [
          {
            id: 'discard',
            label: t('imports.discard'),
            icon: 'trash' as const,
            tone: 'bad' as const,
            disabledReason: denialReason(importPermission(row.entity)),
            onSelect: () => setPendingDiscard(row),
          },
        ]),
  ];
  return {
    actionsOf,
    /** The import that the user is asked to confirm discarding. */
    pendingDiscard,
    busy,
    problem,
    confirm: () => pendingDiscard && void discard(pendingDiscard),
    close: () => {
      clearProblem();
      setPendingDiscard(undefined);
    },
  };
}

export type ImportActions = ReturnType<typeof useImportActions>;
