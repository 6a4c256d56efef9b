import type { SubjectSpec } from '#crud/admin/subject.ts';
import type { Data } from '#crud/pointers.ts';
import { t } from '#i18n/i18n.ts';
import { isAdministrator } from '#session/can.ts';

export const roleSubject: SubjectSpec = {
  key: 'role',
  tag: 'role',
  resource: '/api/v1/roles',
  schema: 'RoleBody',
  blank: { description: null, permissions: [] },
  toValues: ({ name, displayName, description, permissions }) => ({ name, displayName, description, permissions }),
  told: (_role, isNew) => t(isNew ? 'message.createSuccess' : 'message.updateSuccess'),
};

/** Whether what is typed names an administrator; a display name that nobody has confirmed does not while it stays. */
export function isAdministratorRole({ name, displayName }: Data, base: Data | null): boolean {
  if (base?.unconfirmedAdministrator && base.displayName === displayName) return name === 'admin';
  const role = { name: String(name ?? ''), displayName: String(displayName ?? ''), permissions: [] };
  // the cast: nothing else of a user decides on it
  return isAdministrator({ roles: [role] } as unknown as Parameters<typeof isAdministrator>[0]);
}
