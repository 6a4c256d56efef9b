import { accessSearch } from '#access/common/address.ts';
import { subjects } from '#access/common/permission.ts';
import { sorts } from './permission-filter.ts';

/** What the address of the permission list may say. */
export const permissionsSearch = accessSearch({
  sorts,
  panels: [],
  filters: { subject: subjects, role: null, name: null },
});
