import { createFileRoute } from '@tanstack/react-router';
import { PermissionList } from '#access/permissions/permission-list.tsx';
import { permissionsSearch } from '#access/permissions/permissions-search.ts';

export const Route = createFileRoute('/_frame/users/permission-list')({
  staticData: { permission: 'permission:read' },
  validateSearch: permissionsSearch,
  component: PermissionList,
});
