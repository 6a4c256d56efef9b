import { enums } from '#api/facts.gen.ts';
import { createListSearchParser } from '#crud/list/list-search.ts';

/** Parses the URL parameters of the role list. */
export const parseRolesSearch = createListSearchParser({
  sorts: ['name', 'displayName', 'people', 'createTime', 'updateTime'],
  panels: ['edit', 'new'],
  filters: { permission: enums.PermissionName },
});
