import { createFileRoute } from '@tanstack/react-router';
import { RoleList } from '#access/roles/role-list.tsx';
import { rolesSearch } from '#access/roles/roles-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headTitled } from '../../-page-title.tsx';

export const Route = createFileRoute('/_frame/users/role-list')({
  head: headTitled('menu.role'),
  staticData: { permission: 'role:read' },
  validateSearch: rolesSearch,
  loader: () => loadTexts('people', 'roles'),
  component: RoleList,
});
