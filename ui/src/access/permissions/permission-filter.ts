import { subjectOf } from '#access/common/permission.ts';
import type { Schemas } from '#api/facts.gen.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { type PermissionSort, sorts } from './permissions-search.ts';

export type Permission = Schemas['Permission'];

interface Texts {
  textOf: (name: Permission['name']) => string;
}

/** Every word that is typed must be part of the name, of what it means, or of a page or path it opens. */
function matches({ name, routes, operations }: Permission, q: string, { textOf }: Texts): boolean {
  const all = [name, textOf(name), ...routes, ...operations.map(({ path }) => path)].join('\n').toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

const orders: Record<PermissionSort, (a: Permission, b: Permission) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
  operations: (a, b) => a.operations.length - b.operations.length,
  roles: (a, b) => a.roles.length - b.roles.length,
  people: (a, b) => a.people - b.people,
};

/** The permissions that the address asks for, in its order; in the contract's where it names none. */
export function filtered(
  all: readonly Permission[],
  { q, subject, role, sort }: ListSearch,
  texts: Texts,
): Permission[] {
  const found = all.filter(
    (permission) =>
      (subject === undefined || subjectOf(permission.name) === subject) &&
      (role === undefined || permission.roles.some(({ name }) => name === role)) &&
      (q === undefined || matches(permission, q.trim(), texts)),
  );
  const order = sorts.find((one) => one === sort?.replace(/^-/, ''));
  if (!order) return found;
  const sorted = found.toSorted(orders[order]);
  return sort?.startsWith('-') ? sorted.reverse() : sorted;
}

/** The rows of one page; beyond the last page there are none. */
export const pageOf = <Row>(rows: readonly Row[], { page = 1, pageSize = 20 }: ListSearch): Row[] =>
  rows.slice((page - 1) * pageSize, page * pageSize);
