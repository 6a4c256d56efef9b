import type { FilterSpec } from '#crud/define-entity.ts';
import { pointerText } from '#crud/value-text.ts';
import { Segmented } from '#kit/segmented.tsx';
import { filterOption } from './filter-option.ts';
import type { List } from './use-list.ts';

/** A condition that is always in force, as one of its values. */
export function FilterSwitch({ spec, list: { search, filterBy } }: { spec: FilterSpec; list: List }) {
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
