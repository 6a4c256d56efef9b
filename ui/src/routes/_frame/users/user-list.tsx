import { createFileRoute } from '@tanstack/react-router';
import { prefetchUsers, UserList } from '#access/users/user-list.tsx';
import { enums } from '#api/metadata.gen.ts';
import { createListSearchParser } from '#crud/list/list-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../../-page-title.tsx';

/** Parses the URL parameters of the user list. */
const parseUsersSearch = createListSearchParser({
  sorts: ['username', 'displayName', 'email', 'status', 'lastSeen', 'createTime', 'updateTime'],
  panels: ['view', 'edit', 'new'],
  filters: { status: enums.UserStatus, role: 60, lastSeen: enums.LastSeen, secondFactor: ['true', 'false'] },
});

export const Route = createFileRoute('/_frame/users/user-list')({
  head: headWithTitle('menu.user'),
  staticData: { permission: 'user:read' },
  validateSearch: parseUsersSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    prefetchUsers(deps, cause);
    return loadTexts('people', 'account');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: UserList,
});
