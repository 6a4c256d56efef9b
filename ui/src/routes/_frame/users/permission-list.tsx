import { createFileRoute } from '@tanstack/react-router';
import { PermissionList } from '#access/permissions/permission-list.tsx';
import { permissionsSearch } from '#access/permissions/permissions-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headTitled } from '../../-page-title.tsx';

export const Route = createFileRoute('/_frame/users/permission-list')({
  head: headTitled('menu.permission'),
  staticData: { permission: 'permission:read' },
  validateSearch: permissionsSearch,
  loader: () => loadTexts('people', 'roles'),
  component: PermissionList,
});
