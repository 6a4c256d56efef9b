import {
  type Action,
  actionOf,
  isKind,
  type PermissionName,
  permissionNames,
  permissionsOf,
  type Subject,
  subjectOf,
  subjects,
} from '#access/common/permission.ts';

/** What a role holds, in the contract's order. */
export type Held = readonly PermissionName[];
/** Whether the person who edits holds a permission, and so may give or take it. */
export type Reach = (name: PermissionName) => boolean;

/** The rows of the grid, the kinds of records, and its columns, what can be done with each of them. */
export const kinds: readonly Subject[] = subjects.filter(isKind);
export const kindActions: readonly Action[] = [...new Set(kinds.flatMap(permissionsOf).map(actionOf))];
/** What has actions of its own, and so a line instead of a row. */
export const others: readonly Subject[] = subjects.filter((subject) => !isKind(subject));

/** The permission at a place of the grid, where the kind has it. */
export const permissionAt = (subject: Subject, action: Action): PermissionName | undefined =>
  permissionNames.find((name) => subjectOf(name) === subject && actionOf(name) === action);

export const columnOf = (action: Action): PermissionName[] => kinds.flatMap((kind) => permissionAt(kind, action) ?? []);

const inOrder = (held: ReadonlySet<PermissionName>): Held => permissionNames.filter((name) => held.has(name));

/** Gives or takes permissions as far as one may. Whatever is given brings its subject's `read`: nobody changes what they cannot see. */
export function put(held: Held, names: readonly PermissionName[], on: boolean, reach: Reach): Held {
  const next = new Set(held);
  for (const name of names.filter(reach)) {
    if (!on) {
      next.delete(name);
      continue;
    }
    next.add(name);
    const read = permissionAt(subjectOf(name), 'read');
    if (read && reach(read)) next.add(read);
  }
  return inOrder(next);
}

export type Mark = 'all' | 'some' | 'none';

export function markOf(held: Held, names: readonly PermissionName[]): Mark {
  const count = names.filter((name) => held.includes(name)).length;
  return count === 0 ? 'none' : count === names.length ? 'all' : 'some';
}

/** The head of a row or a column: takes what one may where all of that is held, else gives it. */
export function toggleAll(held: Held, names: readonly PermissionName[], reach: Reach): Held {
  const own = names.filter(reach);
  return put(held, own, markOf(held, own) !== 'all', reach);
}

export interface Difference {
  gives: PermissionName[];
  takes: PermissionName[];
}

interface Reached {
  permission: PermissionName;
  people: number;
  names: string[];
}

/** What is given or taken, with whom it reaches as far as it does: a permission may reach nobody, or come by the role's name. */
export const withPeople = (names: readonly PermissionName[], reached: readonly Reached[]): Reached[] => [
  ...reached,
  ...names
    .filter((name) => !reached.some(({ permission }) => permission === name))
    .map((permission) => ({ permission, people: 0, names: [] })),
];

export const differences = (before: Held, after: Held): Difference => ({
  gives: after.filter((name) => !before.includes(name)),
  takes: before.filter((name) => !after.includes(name)),
});
