import { entities, enums, type Schemas } from '#api/metadata.gen.ts';

export type PermissionName = Schemas['PermissionName'];
export type Subject = PermissionName extends `${infer Name}:${string}` ? Name : never;
export type Action = PermissionName extends `${string}:${infer Name}` ? Name : never;

/** Every permission, in the contract's order. */
export const permissionNames: readonly PermissionName[] = enums.PermissionName;

// the casts: a permission's name has the form `subject:action`, as in the types above
export const permissionSubject = (name: PermissionName) => name.split(':')[0] as Subject;
export const permissionAction = (name: PermissionName) => name.split(':')[1] as Action;

/** The subjects of all permissions: entities first, then the others. */
export const subjects: readonly Subject[] = [...new Set(permissionNames.map(permissionSubject))];
export const isEntity = (subject: Subject): boolean => subject in entities;

export const subjectPermissions = (subject: Subject): PermissionName[] =>
  permissionNames.filter((name) => permissionSubject(name) === subject);
