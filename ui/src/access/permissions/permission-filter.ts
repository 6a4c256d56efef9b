import { permissionSubject } from '#access/common/permission.ts';
import type { Schemas } from '#api/metadata.gen.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { type PermissionSort, permissionSorts } from './permissions-search.ts';

export type Permission = Schemas['Permission'];

interface Texts {
  permissionText: (name: Permission['name']) => string;
}

/** Returns whether every typed word occurs in a permission's name, meaning, pages or paths. */
function matches({ name, routes, operations }: Permission, q: string, { permissionText }: Texts): boolean {
  const searchableText = [name, permissionText(name), ...routes, ...operations.map(({ path }) => path)]
    .join('\n')
    .toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searchableText.includes(word));
}

const comparators: Record<PermissionSort, (a: Permission, b: Permission) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  operations: (a, b) => a.operations.length - b.operations.length,
  roles: (a, b) => a.roles.length - b.roles.length,
  people: (a, b) => a.people - b.people,
};

/** Filters and sorts permissions by the URL parameters; without a sort, in the contract's order. */
export function filterPermissions(
  permissions: readonly Permission[],
  { q, subject, role, sort }: ListSearch,
  texts: Texts,
): Permission[] {
  const matchingPermissions = permissions.filter(
    (permission) =>
      (subject === undefined || permissionSubject(permission.name) === subject) &&
      (role === undefined || permission.roles.some(({ name }) => name === role)) &&
      (q === undefined || matches(permission, q.trim(), texts)),
  );
  const order = permissionSorts.find((candidate) => candidate === sort?.replace(/^-/, ''));
  if (!order) return matchingPermissions;
  const sorted = matchingPermissions.toSorted(comparators[order]);
  return sort?.startsWith('-') ? sorted.reverse() : sorted;
}

/** Returns the rows of one page; none past the last page. */
export const pageRows = <Row>(rows: readonly Row[], { page = 1, pageSize = 20 }: ListSearch): Row[] =>
  rows.slice((page - 1) * pageSize, page * pageSize);
