import { createFileRoute } from '@tanstack/react-router';
import { prefetchRoles, RoleList } from '#access/roles/role-list.tsx';
import { enums } from '#api/metadata.gen.ts';
import { createListSearchParser } from '#crud/list/list-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../../-page-title.tsx';

/** Parses the URL parameters of the role list. */
const parseRolesSearch = createListSearchParser({
  sorts: ['name', 'displayName', 'people', 'createTime', 'updateTime'],
  panels: ['edit', 'new'],
  filters: { permission: enums.PermissionName },
});

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
