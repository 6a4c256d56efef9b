import type { Entity } from '#api/facts.gen.ts';
import type { EntityUi, FilterSpec } from '#crud/define-entity.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { FilterChip } from '#kit/filter-chip.tsx';
import { FilterMenu } from '#kit/filter-menu.tsx';
import { type FilterField, FilterValues } from '#kit/filter-values.tsx';
import { SearchField } from '#kit/search-field.tsx';
import { Segmented } from '#kit/segmented.tsx';
import { DensitySwitch } from './density-switch.tsx';
import { FilterChosen } from './filter-chosen.tsx';
import { filterOption } from './filter-option.ts';
import { FilterReference } from './filter-reference.tsx';
import { FilterText } from './filter-text.tsx';
import { ListColumns } from './list-columns.tsx';
import type { ListPreferences } from './preferences.ts';
import type { List } from './use-list.ts';
import { useTypedSearch } from './use-typed-search.ts';

interface Props {
  entity: EntityUi;
  list: List;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** Free text first, then one chip a condition; columns and density at the right. */
export function ListFilters({ entity, list, preferences, onPreferences }: Props) {
  const { t } = useTexts();
  const switches = entity.filters.filter(({ initial }) => initial !== undefined);
  const filters = entity.filters
    .filter((spec) => !switches.includes(spec))
    .map((spec) => ({ spec, field: toField(spec, list) }));
  const applied = filters.filter(({ field }) => field.values.length > 0);
  const nothing = Object.fromEntries(filters.map(({ field }) => [field.id, undefined]));
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-b border-line px-6 py-2">
      <QuickSearch kind={entity.key} list={list} />
      {switches.map((spec) => (
        <FilterSwitch key={spec.id} spec={spec} list={list} />
      ))}
      {applied.map(({ spec, field }) => (
        <FilterChip
          key={field.id}
          label={field.label}
          value={field.values.map((value) => <FilterChosen key={value} spec={spec} value={value} />)}
          onRemove={() => field.onChange([])}
          editor={(close) => <FilterValues field={field} close={close} />}
        />
      ))}
      <FilterMenu
        aria-label={t('list.filterLabel')}
        fields={filters.map(({ field }) => field)}
        trigger={
          <Button variant="ghost" size="sm" icon="plus">
            {t('list.filter')}
          </Button>
        }
      />
      {(applied.length > 0 || list.search.q) && (
        <Button variant="ghost" size="sm" onClick={() => list.filterBy({ ...nothing, q: undefined })}>
          {t('common.clear')}
        </Button>
      )}
      <div className="ml-auto flex items-center gap-2">
        <ListColumns entity={entity} list={list} preferences={preferences} onPreferences={onPreferences} />
        <DensitySwitch preferences={preferences} onPreferences={onPreferences} />
      </div>
    </div>
  );
}

function toField(spec: FilterSpec, { search, filterBy }: List): FilterField {
  const { id, values, kind } = spec;
  const value = search[id];
  const field: FilterField = {
    id,
    label: pointerText(`/${id}`),
    values: value === undefined ? [] : [String(value)],
    onChange: ([next]) => filterBy({ [id]: next }),
  };
  if (kind) return { ...field, editor: (close) => <FilterReference kind={kind} field={field} close={close} /> };
  if (!values) return { ...field, editor: (close) => <FilterText field={field} close={close} /> };
  return { ...field, options: values.map((one) => filterOption(spec, one)) };
}

/** A condition that is always in force, as one of its values. */
function FilterSwitch({ spec, list: { search, filterBy } }: { spec: FilterSpec; list: List }) {
  const { id, values = [], initial = '' } = spec;
  const options = values.map((value) => ({ value, label: filterOption(spec, value).label }));
  return (
    <Segmented
      aria-label={pointerText(`/${id}`)}
      value={String(search[id] ?? initial)}
      onChange={(value) => filterBy({ [id]: value === initial ? undefined : value })}
      options={options}
    />
  );
}

/** Searches when typing pauses; the address follows without filling the browser's history. */
function QuickSearch({ kind, list: { search, filterBy } }: { kind: Entity; list: List }) {
  const { t } = useTexts();
  const { typed, type, go } = useTypedSearch(search.q ?? '', (q) => filterBy({ q: q || undefined }, { replace: true }));
  return (
    <SearchField
      aria-label={t('list.searchLabel')}
      placeholder={t(`entity.${kind}.search`)}
      value={typed}
      onChange={type}
      onSubmit={go}
      hotkey="/"
      className="w-52"
    />
  );
}
