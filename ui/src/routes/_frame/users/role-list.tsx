import { createFileRoute } from '@tanstack/react-router';
import { prefetchRoles, RoleList } from '#access/roles/role-list.tsx';
import { parseRolesSearch } from '#access/roles/roles-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../../-page-title.tsx';

export const Route = createFileRoute('/_frame/users/role-list')({
  head: headWithTitle('menu.role'),
  staticData: { permission: 'role:read' },
  validateSearch: parseRolesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    prefetchRoles(deps, cause);
    return loadTexts('people', 'roles');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: RoleList,
});
