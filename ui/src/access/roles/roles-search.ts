import { enums } from '#api/facts.gen.ts';
import { parseListSearch } from '#crud/list/list-search.ts';

/** What the address of the role list may say. */
export const rolesSearch = parseListSearch({
  sorts: ['name', 'displayName', 'people', 'createTime', 'updateTime'],
  panels: ['edit', 'new'],
  filters: { permission: enums.PermissionName },
});
