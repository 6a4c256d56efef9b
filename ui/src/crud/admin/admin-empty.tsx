import type { ReactNode } from 'react';
import { NoRows } from '#crud/list/no-rows.tsx';
import { useTexts } from '#i18n/i18n.ts';
import type { FilterField } from '#kit/filter-values.tsx';
import { FirstState } from '#kit/page-state.tsx';
import type { AdminListState } from './use-admin-list.ts';

interface Props {
  list: AdminListState;
  filters: readonly FilterField[];
  /** The condition that the tabs set. */
  tabsBy?: string | undefined;
  many: string;
  first: { title: string; text: string; action?: ReactNode };
}

export function AdminEmpty({ list, filters, tabsBy = 'status', many, first }: Props) {
  const { t } = useTexts();
  const { search, filterBy } = list;
  const tab = search[tabsBy];
  const narrowed = search.q || tab || filters.some(({ values }) => values.length > 0);
  const nothing = Object.fromEntries(filters.map(({ id }) => [id, undefined]));
  return (
    <NoRows
      loaded={list}
      narrowed={
        narrowed
          ? {
              title: t('list.emptyFiltered', { many }),
              text: t('people.emptyText'),
              onClear: () => filterBy({ ...nothing, q: undefined, [tabsBy]: undefined }),
              onClearStatus: tab ? () => filterBy({ [tabsBy]: undefined }) : undefined,
            }
          : undefined
      }
      first={<FirstState title={first.title} text={first.text} actions={first.action} />}
    />
  );
}
