import { subjects } from '#access/common/permission.ts';
import { parseListSearch } from '#crud/list/list-search.ts';

export const permissionSorts = ['name', 'operations', 'roles', 'people'] as const;
export type PermissionSort = (typeof permissionSorts)[number];

/** Parses the search parameters of the permission list. */
export const permissionsSearch = parseListSearch({
  sorts: permissionSorts,
  panels: [],
  filters: { subject: subjects, role: 60, name: 60 },
});
