import { enums } from '#api/facts.gen.ts';
import { parseListSearch } from '#crud/list/list-search.ts';

export const panels = ['view', 'edit', 'new'] as const;

/** What the address of the user list may say. */
export const usersSearch = parseListSearch({
  sorts: ['username', 'displayName', 'email', 'status', 'lastSeen', 'createTime', 'updateTime'],
  panels,
  filters: { status: enums.UserStatus, role: 60, lastSeen: enums.LastSeen, secondFactor: ['true', 'false'] },
});
