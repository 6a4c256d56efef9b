import { useMemo } from 'react';
import type { Role } from '#access/common/use-roles.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { RowAction } from '#kit/table/data-table.tsx';
import { useSession } from '#session/use-session.ts';
import { preview } from './roles-calls.ts';

interface Ways {
  onEdit: (id: number) => void;
  onDelete: (role: Role) => void;
}

/** What can be done with a role: changed, seen through, deleted; each with why not. */
export function useRoleActions({ onEdit, onDelete }: Ways): (role: Role) => RowAction[] {
  const { t, language } = useTexts();
  const { user, denialReason } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language, permissions with the user
  return useMemo(() => {
    const reach = ({ withinReach }: Role) => (withinReach ? false : t('role.beyondReach'));
    return (role) => [
      {
        id: 'edit',
        icon: 'edit',
        label: t('common.edit'),
        disabledReason: denialReason('role:update') || reach(role),
        onSelect: () => onEdit(role.id),
      },
      {
        id: 'preview',
        icon: 'eye',
        label: t('role.preview'),
        disabledReason: user?.preview ? t('preview.readOnly') : false,
        onSelect: () =>
          void preview(role.id).catch(() => {
            // the client has told of it
          }),
      },
      {
        id: 'delete',
        icon: 'trash',
        label: t('common.delete'),
        // a role that people have still asks: the dialog leads to them
        disabledReason: denialReason('role:delete') || reach(role),
        onSelect: () => onDelete(role),
      },
    ];
  }, [user, language]);
}
