import { enums } from '#api/facts.gen.ts';
import { parseListSearch } from '#crud/list/list-search.ts';

/** Parses the search parameters of the role list. */
export const rolesSearch = parseListSearch({
  sorts: ['name', 'displayName', 'people', 'createTime', 'updateTime'],
  panels: ['edit', 'new'],
  filters: { permission: enums.PermissionName },
});
