import { entities, enums, type Schemas } from '#api/facts.gen.ts';

export type PermissionName = Schemas['PermissionName'];
export type Subject = PermissionName extends `${infer Name}:${string}` ? Name : never;
export type Action = PermissionName extends `${string}:${infer Name}` ? Name : never;

/** Every permission, in the contract's order. */
export const permissionNames: readonly PermissionName[] = enums.PermissionName;

// the casts: a permission's name is its subject and its action, as the types above read it
export const subjectOf = (name: PermissionName) => name.split(':')[0] as Subject;
export const actionOf = (name: PermissionName) => name.split(':')[1] as Action;

/** What permissions are about: the kinds of records, then the rest. */
export const subjects: readonly Subject[] = [...new Set(permissionNames.map(subjectOf))];
export const isKind = (subject: Subject): boolean => subject in entities;

export const permissionsOf = (subject: Subject): PermissionName[] =>
  permissionNames.filter((name) => subjectOf(name) === subject);
