import { useMemo } from 'react';
import type { Role } from '#access/common/use-roles.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { RowAction } from '#kit/table/data-table.tsx';
import { useSession } from '#session/use-session.ts';
import { openRolePreview } from './roles-calls.ts';

interface RoleActionHandlers {
  onEdit: (id: number) => void;
  onDelete: (role: Role) => void;
}

/** Returns the row actions of a role: edit, preview and delete, each with the reason if it is disabled. */
export function useRoleActions({ onEdit, onDelete }: RoleActionHandlers): (role: Role) => RowAction[] {
  const { t, language } = useTexts();
  const { user, denialReason } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language, permissions with the user
  return useMemo(() => {
    const outOfReachReason = ({ withinReach }: Role) => (withinReach ? false : t('role.beyondReach'));
    return (role) => [
      {
        id: 'edit',
        icon: 'edit',
        label: t('common.edit'),
        disabledReason: denialReason('role:update') || outOfReachReason(role),
        onSelect: () => onEdit(role.id),
      },
      {
        id: 'preview',
        icon: 'eye',
        label: t('role.preview'),
        // like the server: only administrators may preview an administrator role
        disabledReason: user?.preview ? t('preview.readOnly') : role.administrator && outOfReachReason(role),
        onSelect: () =>
          void openRolePreview(role.id).catch(() => {
            // the API client has already shown the error
          }),
      },
      {
        id: 'delete',
        icon: 'trash',
        label: t('common.delete'),
        // stays enabled for a role in use: the dialog links to its users
        disabledReason: denialReason('role:delete') || outOfReachReason(role),
        onSelect: () => onDelete(role),
      },
    ];
  }, [user, language]);
}
