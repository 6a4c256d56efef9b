import { subjects } from '#access/common/permission.ts';
import { adminSearch } from '#crud/admin/address.ts';
import { sorts } from './permission-filter.ts';

/** What the address of the permission list may say. */
export const permissionsSearch = adminSearch({
  sorts,
  panels: [],
  filters: { subject: subjects, role: 60, name: 60 },
});
