import { DensitySwitch } from '#crud/list/density-switch.tsx';
import type { ListPreferences } from '#crud/list/preferences.ts';
import { useTypedSearch } from '#crud/list/use-typed-search.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { FilterChip } from '#kit/filter-chip.tsx';
import { FilterMenu } from '#kit/filter-menu.tsx';
import { type FilterField, FilterValues } from '#kit/filter-values.tsx';
import { SearchField } from '#kit/search-field.tsx';
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
  const { t } = useTexts();
  const { search, filterBy } = list;
  const applied = filters.filter(({ values }) => values.length > 0);
  const nothing = Object.fromEntries(filters.map(({ id }) => [id, undefined]));
  const { typed, type, go } = useTypedSearch(search.q ?? '', (q) => filterBy({ q: q || undefined }, { replace: true }));
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-line px-6 py-2">
      <SearchField
        aria-label={t('list.searchLabel')}
        placeholder={searchHint}
        value={typed}
        onChange={type}
        onSubmit={go}
        hotkey="/"
        className="w-60"
      />
      {applied.map((field) => (
        <FilterChip
          key={field.id}
          label={field.label}
          value={field.values.map((value) => field.options?.find((one) => one.value === value)?.label ?? value)}
          onRemove={() => field.onChange([])}
          editor={(close) => <FilterValues field={field} close={close} />}
        />
      ))}
      <FilterMenu
        aria-label={t('list.filterLabel')}
        fields={filters}
        trigger={
          <Button variant="ghost" size="sm" icon="plus">
            {t('list.filter')}
          </Button>
        }
      />
      {(applied.length > 0 || search.q) && (
        <Button variant="ghost" size="sm" onClick={() => filterBy({ ...nothing, q: undefined })}>
          {t('common.clear')}
        </Button>
      )}
      <div className="ml-auto flex items-center gap-2">
        <AdminColumns {...props} />
        <DensitySwitch preferences={preferences} onPreferences={onPreferences} />
      </div>
    </div>
  );
}
