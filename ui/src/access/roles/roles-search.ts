import { enums } from '#api/facts.gen.ts';
import { adminSearch } from '#crud/admin/address.ts';

/** What the address of the role list may say. */
export const rolesSearch = adminSearch({
  sorts: ['name', 'displayName', 'people', 'createTime', 'updateTime'],
  panels: ['edit', 'new'],
  filters: { permission: enums.PermissionName },
});
