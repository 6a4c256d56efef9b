import { subjects } from '#access/common/permission.ts';
import { createListSearchParser } from '#crud/list/list-search.ts';

export const permissionSorts = ['name', 'operations', 'roles', 'people'] as const;
export type PermissionSort = (typeof permissionSorts)[number];

/** Parses the URL parameters of the permission list. */
export const parsePermissionsSearch = createListSearchParser({
  sorts: permissionSorts,
  panels: [],
  filters: { subject: subjects, role: 60, name: 60 },
});
