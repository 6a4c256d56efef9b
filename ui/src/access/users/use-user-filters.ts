import { useRoles } from '#access/common/use-roles.ts';
import { enums } from '#api/facts.gen.ts';
import type { AdminListState } from '#crud/admin/use-admin-list.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { FilterField } from '#kit/filter-values.tsx';
import type { Option } from '#kit/option.tsx';

/** The conditions of the user list beside its status tabs. */
export function useUserFilters({ search, filterBy }: AdminListState): FilterField[] {
  const { t } = useTexts();
  const { roles = [], loading } = useRoles();
  const field = (id: 'role' | 'lastSeen' | 'secondFactor', options: readonly Option[]): FilterField => ({
    id,
    label: pointerText(`/${id}`),
    values: search[id] === undefined ? [] : [String(search[id])],
    onChange: ([value]) => void filterBy({ [id]: value }),
    options,
    loading: id === 'role' && loading,
  });
  return [
    field(
      'role',
      roles.map(({ name, displayName }) => ({ value: name, label: displayName, note: name, keywords: name })),
    ),
    field(
      'lastSeen',
      enums.LastSeen.map((value) => ({ value, label: t(`user.seen.${value}`) })),
    ),
    field(
      'secondFactor',
      (['true', 'false'] as const).map((value) => ({
        value,
        label: t(value === 'true' ? 'user.secondFactorOn' : 'user.secondFactorOff'),
      })),
    ),
  ];
}
