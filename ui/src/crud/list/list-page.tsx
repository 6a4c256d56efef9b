import { useMemo, useState } from 'react';
import type { CardPart, EntityUi } from '#crud/define-entity.ts';
import { RecordPanel } from '#crud/record/record-panel.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Pager } from '#kit/pager.tsx';
import { ListBulkBar } from './list-bulk-bar.tsx';
import { isNarrowed } from './list-empty.tsx';
import { ListFilters } from './list-filters.tsx';
import { ListHead } from './list-head.tsx';
import { ListStatusTabs } from './list-status-tabs.tsx';
import { ListTable } from './list-table.tsx';
import { emptyText } from './no-rows.tsx';
import { useListPreferences } from './preferences.ts';
import { refreshed, type Selection } from './selection.ts';
import { useList } from './use-list.ts';

interface Props {
  entity: EntityUi;
  /** What stands on a record's card before its fields. */
  Card?: CardPart;
}

/** A kind's page: its records as a table, one of them beside it. Everything shown stands in the address. */
export function ListPage({ entity, Card }: Props) {
  const { t } = useTexts();
  const list = useList(entity);
  const { preferences, change } = useListPreferences(entity.key);
  const [selected, select] = useState<Selection>(new Map());
  const { search, data, problem, set } = list;
  const selection = useMemo(() => refreshed(selected, data?.items ?? []), [selected, data]);
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <ListHead entity={entity} list={list} />
        <ListStatusTabs list={list} />
        <ListFilters entity={entity} list={list} preferences={preferences} onPreferences={change} />
        <ListTable
          entity={entity}
          list={list}
          preferences={preferences}
          onPreferences={change}
          selection={selection}
          onSelect={select}
        />
        {selection.size > 0 && <ListBulkBar entity={entity} list={list} selection={selection} onSelect={select} />}
        <Pager
          page={search.page ?? 1}
          pageSize={search.pageSize ?? 20}
          total={data?.total ?? 0}
          sizeLabel={t('common.pageSize')}
          onPage={(page) => set({ page })}
          onPageSize={(pageSize) => list.filterBy({ pageSize })}
          text={(from, to, total) =>
            total === 0
              ? !problem && emptyText(data !== undefined, isNarrowed(entity, search))
              : t('list.range', { from: number(from), to: number(to), total: number(total) })
          }
        />
      </section>
      <RecordPanel entity={entity} list={list} Card={Card} />
    </>
  );
}
