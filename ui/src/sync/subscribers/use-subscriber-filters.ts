import { enums } from '#api/facts.gen.ts';
import type { AdminListState } from '#crud/admin/use-admin-list.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { FilterField } from '#kit/filter-values.tsx';
import { groupKinds } from './subscriber.ts';

/** The conditions of the list beside its tabs: the kind that subscribers take. */
export function useSubscriberFilters({ search, filterBy }: AdminListState): FilterField[] {
  const { t } = useTexts();
  return [
    {
      id: 'entity',
      label: pointerText('/entities'),
      values: search.entity === undefined ? [] : [String(search.entity)],
      onChange: ([entity]) => void filterBy({ entity }),
      options: groupKinds(enums.Entity).flatMap(({ group, kinds }) =>
        kinds.map((kind) => ({
          value: kind,
          label: t(`entity.${kind}.many`),
          group: t(`subscriber.kindGroup.${group}`),
        })),
      ),
    },
  ];
}
