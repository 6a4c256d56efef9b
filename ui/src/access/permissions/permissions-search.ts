import { subjects } from '#access/common/permission.ts';
import { parseListSearch } from '#crud/list/list-search.ts';

export const sorts = ['name', 'operations', 'roles', 'people'] as const;
export type PermissionSort = (typeof sorts)[number];

/** What the address of the permission list may say. */
export const permissionsSearch = parseListSearch({
  sorts,
  panels: [],
  filters: { subject: subjects, role: 60, name: 60 },
});
