import { enums } from '#api/facts.gen.ts';
import { createListSearchParser } from '#crud/list/list-search.ts';

export const userPanels = ['view', 'edit', 'new'] as const;

/** Parses the URL parameters of the user list. */
export const parseUsersSearch = createListSearchParser({
  sorts: ['username', 'displayName', 'email', 'status', 'lastSeen', 'createTime', 'updateTime'],
  panels: userPanels,
  filters: { status: enums.UserStatus, role: 60, lastSeen: enums.LastSeen, secondFactor: ['true', 'false'] },
});
