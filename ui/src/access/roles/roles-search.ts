import { accessSearch } from '#access/common/address.ts';
import { enums } from '#api/facts.gen.ts';

/** What the address of the role list may say. */
export const rolesSearch = accessSearch({
  sorts: ['name', 'displayName', 'people', 'createTime', 'updateTime'],
  panels: ['edit', 'new'],
  filters: { permission: enums.PermissionName },
});
