import {
  type Action,
  isEntity,
  type PermissionName,
  permissionAction,
  permissionNames,
  permissionSubject,
  type Subject,
  subjectPermissions,
  subjects,
} from '#access/common/permission.ts';

/** A role's permissions, in the contract's order. */
export type Permissions = readonly PermissionName[];
/** Returns whether the user has a permission, and so may grant or revoke it. */
export type CanGrant = (name: PermissionName) => boolean;

/** The rows of the matrix. */
export const entitySubjects: readonly Subject[] = subjects.filter(isEntity);
/** The columns of the matrix. */
export const entityActions: readonly Action[] = [
  ...new Set(entitySubjects.flatMap(subjectPermissions).map(permissionAction)),
];
/** The subjects that have their own actions, and so are listed outside the matrix. */
export const otherSubjects: readonly Subject[] = subjects.filter((subject) => !isEntity(subject));

/** Returns the permission for an action on a subject, if it exists. */
export const findPermission = (subject: Subject, action: Action): PermissionName | undefined =>
  permissionNames.find((name) => permissionSubject(name) === subject && permissionAction(name) === action);

export const actionPermissions = (action: Action): PermissionName[] =>
  entitySubjects.flatMap((entity) => findPermission(entity, action) ?? []);

const toContractOrder = (permissions: ReadonlySet<PermissionName>): Permissions =>
  permissionNames.filter((name) => permissions.has(name));

/** Grants or revokes permissions that the user may grant. Granting one also grants its subject's `read`. */
export function setPermissions(
  permissions: Permissions,
  names: readonly PermissionName[],
  isGranted: boolean,
  canGrant: CanGrant,
): Permissions {
  const updatedPermissions = new Set(permissions);
  for (const name of names.filter(canGrant)) {
    if (!isGranted) {
      updatedPermissions.delete(name);
      continue;
    }
    updatedPermissions.add(name);
    const readPermission = findPermission(permissionSubject(name), 'read');
    if (readPermission && canGrant(readPermission)) updatedPermissions.add(readPermission);
  }
  return toContractOrder(updatedPermissions);
}

export type GrantState = 'all' | 'some' | 'none';

export function grantState(permissions: Permissions, names: readonly PermissionName[]): GrantState {
  const count = names.filter((name) => permissions.includes(name)).length;
  return count === 0 ? 'none' : count === names.length ? 'all' : 'some';
}

/** Revokes the permissions that the user may grant if the role has all of them, else grants them. */
export function toggleAll(permissions: Permissions, names: readonly PermissionName[], canGrant: CanGrant): Permissions {
  const grantable = names.filter(canGrant);
  return setPermissions(permissions, grantable, grantState(permissions, grantable) !== 'all', canGrant);
}

export interface PermissionChanges {
  added: PermissionName[];
  removed: PermissionName[];
}

interface PermissionEffect {
  permission: PermissionName;
  people: number;
  names: string[];
}

/** Adds entries without people for permissions that a change affects for nobody. */
export const addUnaffected = (
  names: readonly PermissionName[],
  effects: readonly PermissionEffect[],
): PermissionEffect[] => [
  ...effects,
  ...names
    .filter((name) => !effects.some(({ permission }) => permission === name))
    .map((permission) => ({ permission, people: 0, names: [] })),
];

export const comparePermissions = (before: Permissions, after: Permissions): PermissionChanges => ({
  added: after.filter((name) => !before.includes(name)),
  removed: before.filter((name) => !after.includes(name)),
});
