import { FilterRow } from '#crud/list/filter-row.tsx';
import type { ListPreferences } from '#crud/list/preferences.ts';
import { QuickSearch } from '#crud/list/quick-search.tsx';
import type { FilterField } from '#kit/filter-values.tsx';
import { AdminColumns } from './admin-columns.tsx';
import type { AdminColumn } from './columns.ts';
import type { AdminListState } from './use-admin-list.ts';

interface Props<Row> {
  list: AdminListState;
  searchHint: string;
  filters: readonly FilterField[];
  columns: readonly AdminColumn<Row>[];
  shown: readonly AdminColumn<Row>[];
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** Free text first, then one chip a condition; columns and density at the right. */
export function AdminFilters<Row>(props: Props<Row>) {
  const { list, searchHint, filters, preferences, onPreferences } = props;
  const { search, filterBy } = list;
  const nothing = Object.fromEntries(filters.map(({ id }) => [id, undefined]));
  return (
    <FilterRow
      start={<QuickSearch list={list} hint={searchHint} className="w-60" />}
      fields={filters}
      narrowed={Boolean(search.q)}
      onClear={() => filterBy({ ...nothing, q: undefined })}
      end={<AdminColumns {...props} />}
      preferences={preferences}
      onPreferences={onPreferences}
    />
  );
}
