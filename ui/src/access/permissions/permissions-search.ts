import { subjects } from '#access/common/permission.ts';
import { adminSearch } from '#crud/admin/address.ts';

export const sorts = ['name', 'operations', 'roles', 'people'] as const;
export type PermissionSort = (typeof sorts)[number];

/** What the address of the permission list may say. */
export const permissionsSearch = adminSearch({
  sorts,
  panels: [],
  filters: { subject: subjects, role: 60, name: 60 },
});
