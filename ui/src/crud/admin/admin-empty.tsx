import type { ReactNode } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import type { FilterField } from '#kit/filter-values.tsx';
import { EmptyState, ErrorState, FirstState } from '#kit/page-state.tsx';
import type { AdminListState } from './use-admin-list.ts';

interface Props {
  list: AdminListState;
  filters: readonly FilterField[];
  /** The condition that the tabs set. */
  tabsBy?: string | undefined;
  many: string;
  first: { title: string; text: string; action?: ReactNode };
}

/** Stands where the rows would be: what is missing, and the one step that helps. */
export function AdminEmpty({ list, filters, tabsBy = 'status', many, first }: Props) {
  const { t } = useTexts();
  const { problem, search, filterBy } = list;
  if (problem) {
    return (
      <ErrorState
        title={t('list.failed', { problem: problem.message })}
        text={problem.permission ? t('record.noPermission', { permission: problem.permission }) : t('list.failedText')}
        onRetry={list.reload}
        retrying={list.loading}
        errorKey={problem.key}
        traceId={problem.traceId}
      />
    );
  }
  const nothing = Object.fromEntries(filters.map(({ id }) => [id, undefined]));
  if (search.q || search[tabsBy] || filters.some(({ values }) => values.length > 0)) {
    return (
      <EmptyState
        title={t('list.emptyFiltered', { many })}
        text={t('people.emptyText')}
        actions={
          <>
            {search[tabsBy] && (
              <Button onClick={() => filterBy({ [tabsBy]: undefined })}>{t('list.withoutStatus')}</Button>
            )}
            <Button
              variant={search[tabsBy] ? 'ghost' : 'secondary'}
              onClick={() => filterBy({ ...nothing, q: undefined, [tabsBy]: undefined })}
            >
              {t('list.clearAll')}
            </Button>
          </>
        }
      />
    );
  }
  return <FirstState title={first.title} text={first.text} actions={first.action} />;
}
