import { createHash, randomUUID } from 'node:crypto';
import { type Account, currentTime, type MockData, type Role, type Session } from '../data.ts';
import type { Caller } from '../request.ts';

const ADMINISTRATOR = /^(system )?admin(istrator)?$|^(系统)?管理员$/i;

/** Whether a role holds every permission by its name. */
export const isAdministrator = ({ name, displayName }: Pick<Role, 'name' | 'displayName'>): boolean =>
  ADMINISTRATOR.test(name) || ADMINISTRATOR.test(displayName);

export const rolesOf = ({ roles }: MockData, names: string[]): Role[] =>
  roles.filter(({ name }) => names.includes(name));

export function openSession(data: MockData, { id }: Account, previewOf?: string): Session {
  const session: Session = {
    id: randomUUID(),
    token: randomUUID(),
    userId: id,
    createTime: currentTime(),
    client: 'mock',
    ...(previewOf && { previewOf }),
  };
  data.sessions.push(session);
  return session;
}

export function endSessions(data: MockData, isEnded: (session: Session) => boolean): void {
  data.sessions = data.sessions.filter((session) => !isEnded(session));
}

const shownRoles = (data: MockData, { roles }: Account, { previewOf }: Session): Role[] =>
  rolesOf(data, previewOf ? [previewOf] : roles);

/** Returns whoever has a token; undefined for an unknown one. */
export function callerOf(data: MockData, token: string | undefined): Caller | undefined {
  const session = data.sessions.find((each) => each.token === token);
  const account = data.accounts.find(({ id }) => id === session?.userId);
  if (!session || account?.status !== 'active') return undefined;
  const roles = shownRoles(data, account, session);
  const hasAll = roles.some(isAdministrator);
  const permissions = new Set(roles.flatMap((role) => role.permissions));
  const may = (permission: string) => {
    if (session.previewOf && !permission.endsWith(':read')) return false;
    return hasAll || permissions.has(permission);
  };
  return { account, session, may };
}

/** Changes whenever the roles or permissions of the caller do. */
export function accessVersion(data: MockData, { account, session }: Caller): string {
  const roles = shownRoles(data, account, session).map(({ name, permissions }) => [name, permissions]);
  return createHash('sha256').update(JSON.stringify(roles)).digest('hex').slice(0, 16);
}

/** Returns the account of a session as the profile shows it. */
export function toUser(
  data: MockData,
  permissionNames: string[],
  { account, session }: Pick<Caller, 'account' | 'session'>,
) {
  const { id, username, displayName, email, status } = account;
  const roles = shownRoles(data, account, session).map((role) => {
    const isAdmin = isAdministrator(role);
    const names = isAdmin ? permissionNames : role.permissions;
    return {
      name: role.name,
      displayName: role.displayName,
      ...(isAdmin && { administrator: true }),
      permissions: names.map((name) => ({ name })),
    };
  });
  const secondFactor = { secondFactor: false, secondFactorRequired: false, recoveryCodes: 0 };
  return { id, username, displayName, email, status, ...secondFactor, preview: session.previewOf !== undefined, roles };
}

/** Whether a text is the user name or the e-mail address of an account. */
export const isNamed = ({ username, email }: Account, text: string): boolean =>
  [username, email].some((name) => name.toLowerCase() === text.toLowerCase());
