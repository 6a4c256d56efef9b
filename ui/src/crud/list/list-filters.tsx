import type { EntityUi, FilterSpec } from '#crud/define-entity.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { FilterField } from '#kit/filter-values.tsx';
import { FilterChosen } from './filter-chosen.tsx';
import { filterOption } from './filter-option.ts';
import { FilterReference } from './filter-reference.tsx';
import { FilterRow } from './filter-row.tsx';
import { FilterSwitch } from './filter-switch.tsx';
import { FilterText } from './filter-text.tsx';
import { ListColumns } from './list-columns.tsx';
import type { ListPreferences } from './preferences.ts';
import { QuickSearch } from './quick-search.tsx';
import type { List } from './use-list.ts';

interface Props {
  entity: EntityUi;
  list: List;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** Free text first, then one chip a condition; columns and density at the right. */
export function ListFilters({ entity, list, preferences, onPreferences }: Props) {
  const { t } = useTexts();
  const { search, filterBy } = list;
  const switches = entity.filters.filter(({ initial }) => initial !== undefined);
  const fields = entity.filters.filter((spec) => !switches.includes(spec)).map((spec) => toField(spec, list));
  const nothing = Object.fromEntries(fields.map(({ id }) => [id, undefined]));
  return (
    <FilterRow
      start={
        <>
          <QuickSearch list={list} hint={t(`entity.${entity.key}.search`)} className="w-52" />
          {switches.map((spec) => (
            <FilterSwitch key={spec.id} spec={spec} list={list} />
          ))}
        </>
      }
      fields={fields}
      narrowed={Boolean(search.q)}
      onClear={() => filterBy({ ...nothing, q: undefined })}
      end={<ListColumns entity={entity} list={list} preferences={preferences} onPreferences={onPreferences} />}
      preferences={preferences}
      onPreferences={onPreferences}
    />
  );
}

function toField(spec: FilterSpec, { search, filterBy }: List): FilterField {
  const { id, values, kind } = spec;
  const value = search[id]?.toString();
  const field: FilterField = {
    id,
    label: pointerText(`/${id}`),
    values: value === undefined ? [] : [value],
    chosen: value !== undefined && <FilterChosen spec={spec} value={value} />,
    onChange: ([next]) => filterBy({ [id]: next }),
  };
  if (kind) return { ...field, editor: (close) => <FilterReference kind={kind} field={field} close={close} /> };
  if (!values) return { ...field, editor: (close) => <FilterText field={field} close={close} /> };
  return { ...field, options: values.map((one) => filterOption(spec, one)) };
}
