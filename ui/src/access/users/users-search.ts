import { enums } from '#api/facts.gen.ts';
import { parseListSearch } from '#crud/list/list-search.ts';

export const userPanels = ['view', 'edit', 'new'] as const;

/** Parses the search parameters of the user list. */
export const usersSearch = parseListSearch({
  sorts: ['username', 'displayName', 'email', 'status', 'lastSeen', 'createTime', 'updateTime'],
  panels: userPanels,
  filters: { status: enums.UserStatus, role: 60, lastSeen: enums.LastSeen, secondFactor: ['true', 'false'] },
});
