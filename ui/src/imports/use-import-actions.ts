import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { download } from '#crud/download.ts';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { RowAction } from '#kit/table/data-table.tsx';
import { useSession } from '#session/use-session.ts';
import { type Import, importPermission, isApplied, isWorking } from './import.ts';
import { actOn } from './import-calls.ts';

/** The report as a file: all rows, or those that cannot be imported. */
export const reportPath = ({ id }: Import, only: 'all' | 'unsound' = 'all') =>
  `/api/v1/imports/${id}/report?only=${only}`;

/** What may be done with an import from the list: opened, its report fetched, discarded while it has changed nothing. */
export function useImportActions() {
  const { t } = useTexts();
  const { refuse } = useSession();
  const navigate = useNavigate();
  const { run, busy, problem, forget } = useAction();
  const [asked, ask] = useState<Import>();

  async function fetchReport(row: Import): Promise<void> {
    try {
      await download(reportPath(row));
    } catch {
      // the client has told of it
    }
  }
  const discard = async ({ id }: Import) => {
    if (await run(() => actOn(id, { act: 'discard' }), t('imports.discarded'))) ask(undefined);
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
            onSelect: () => void fetchReport(row),
          },
        ]
      : []),
    ...(isApplied(row) || isWorking(row)
      ? []
      : [
          {
            id: 'discard',
            label: t('imports.discard'),
            icon: 'trash' as const,
            tone: 'bad' as const,
            refused: refuse(importPermission(row.entity)),
            onSelect: () => ask(row),
          },
        ]),
  ];
  return {
    actionsOf,
    /** The import that is to be discarded, if somebody says so again. */
    asked,
    busy,
    problem,
    confirm: () => asked && void discard(asked),
    close: () => {
      forget();
      ask(undefined);
    },
  };
}

export type ImportActions = ReturnType<typeof useImportActions>;
