import { enums } from '#api/facts.gen.ts';
import { adminSearch } from '#crud/admin/address.ts';

export const panels = ['view', 'edit', 'new'] as const;

/** What the address of the user list may say. */
export const usersSearch = adminSearch({
  sorts: ['username', 'displayName', 'email', 'status', 'lastSeen', 'createTime', 'updateTime'],
  panels,
  filters: { status: enums.UserStatus, role: 60, lastSeen: enums.LastSeen, secondFactor: ['true', 'false'] },
});
