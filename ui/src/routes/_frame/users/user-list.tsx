import { createFileRoute } from '@tanstack/react-router';
import { prefetchUsers, UserList } from '#access/users/user-list.tsx';
import { parseUsersSearch } from '#access/users/users-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../../-page-title.tsx';

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
