import { createFileRoute } from '@tanstack/react-router';
import { PermissionList, prefetchPermissions } from '#access/permissions/permission-list.tsx';
import { parsePermissionsSearch } from '#access/permissions/permissions-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../../-page-title.tsx';

export const Route = createFileRoute('/_frame/users/permission-list')({
  head: headWithTitle('menu.permission'),
  staticData: { permission: 'permission:read' },
  validateSearch: parsePermissionsSearch,
  loader: ({ cause }) => {
    prefetchPermissions(cause);
    return loadTexts('people', 'roles');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: PermissionList,
});
