import { createFileRoute } from '@tanstack/react-router';
import { UserList } from '#access/users/user-list.tsx';
import { usersSearch } from '#access/users/users-search.ts';

export const Route = createFileRoute('/_frame/users/user-list')({
  staticData: { permission: 'user:read' },
  validateSearch: usersSearch,
  component: UserList,
});
