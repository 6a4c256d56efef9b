import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { enums } from '#api/facts.gen.ts';
import { useListPreferences } from '#crud/list/preferences.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { DataTable } from '#kit/data-table.tsx';
import { LogFilterRow } from '#logs/log-filter-row.tsx';
import { LogPager } from '#logs/log-pager.tsx';
import { useSession } from '#session/use-session.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import type { Import } from './import.ts';
import { importColumns } from './import-columns.tsx';
import { ImportsEmpty } from './imports-empty.tsx';
import { importable } from './may.ts';
import { useImportActions } from './use-import-actions.ts';
import { type Imports, useImports } from './use-imports.ts';

const noRows: Import[] = [];
const rowId = ({ id }: Import) => id;

/** The imports of all kinds that one may import or review, newest first. */
export function ImportsPage() {
  const { t, language } = useTexts();
  const { can, user } = useSession();
  const navigate = useNavigate();
  const imports = useImports();
  const actions = useImportActions();
  const { preferences, change } = useListPreferences('import');
  const { data, problem, loading, pageSize, filterBy, search } = imports;
  const mayStart = importable(can).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: heads change with the language, actions with the user's permissions
  const columns = useMemo(() => importColumns(actions.actionsOf), [language, user]);
  return (
    <section className="relative flex min-w-0 flex-1 flex-col">
      <header className="flex h-13 flex-none items-center gap-4 px-6">
        <h1 className="text-xl font-semibold">{t('imports.title')}</h1>
        <div className="ml-auto">
          <Button
            variant="primary"
            icon="upload"
            refused={!mayStart && t('imports.noneAllowed')}
            onClick={() => void navigate({ to: '/imports/new', search: search.kind ? { kind: search.kind } : {} })}
          >
            {t('imports.start')}
          </Button>
        </div>
      </header>
      <LogFilterRow
        logs={imports}
        fields={useFields(imports)}
        onClear={() => filterBy({ kind: undefined })}
        preferences={preferences}
        onPreferences={change}
      />
      <DataTable
        aria-label={t('imports.title')}
        columns={columns}
        rows={problem ? noRows : (data?.items ?? noRows)}
        rowId={rowId}
        onOpen={({ id }) => void navigate({ to: '/imports/$id', params: { id: String(id) } })}
        density={preferences.density}
        loading={loading && !data}
        skeletonRows={data ? 0 : pageSize}
        columnWidths={preferences.widths}
        onResize={(id, width) => change({ widths: { ...preferences.widths, [id]: width } })}
        empty={<ImportsEmpty imports={imports} mayStart={mayStart} />}
      />
      <LogPager logs={imports} />
      <DiscardDialog actions={actions} />
    </section>
  );
}

function useFields({ search, filterBy }: Imports) {
  const { t } = useTexts();
  return [
    {
      id: 'kind',
      label: t('imports.kind'),
      options: enums.Entity.map((kind) => ({ value: kind, label: t(`entity.${kind}.many`) })),
      values: search.kind === undefined ? [] : [search.kind],
      // the cast: one of the options
      onChange: ([kind]: readonly string[]) => filterBy({ kind: kind as Entity | undefined }),
    },
  ];
}
