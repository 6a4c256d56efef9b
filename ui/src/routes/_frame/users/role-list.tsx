import { createFileRoute } from '@tanstack/react-router';
import { RoleList } from '#access/roles/role-list.tsx';
import { rolesSearch } from '#access/roles/roles-search.ts';

export const Route = createFileRoute('/_frame/users/role-list')({
  staticData: { permission: 'role:read' },
  validateSearch: rolesSearch,
  component: RoleList,
});
