export interface Target {
  /** Of the page that the router found for an address, however that is written. */
  path: string;
  permission?: string | undefined;
}

export interface GuardSession {
  readonly loggedIn: boolean;
  /** Ends the session where its token is no longer stored. */
  checkToken: () => void;
  /** Never throws; a refresh answered with 401 leaves the session logged out. */
  refresh: () => Promise<void>;
  can: (permission: string) => boolean;
}

export type Redirect = { to: '/login' | '/' } | { to: '/403'; permission: string };

/** Reachable without login. */
export const openPages: readonly string[] = ['/login', '/register'];

/** The page that an address means: the router ignores case and slashes at the end. */
export const pageOf = (path: string): string => path.replace(/(?<=[^/])\/+$/, '').toLowerCase();

/** Where a navigation must go instead; nothing where it may go on. */
export async function guard(target: Target, session: GuardSession): Promise<Redirect | undefined> {
  session.checkToken();
  if (!session.loggedIn) return openPages.includes(target.path) ? undefined : { to: '/login' };
  if (target.path === '/login') return { to: '/' };
  await session.refresh();
  // Before the permission: a refresh that ended the session leaves no user who could lack one. Registering needs none:
  // an invitation that is opened with an old token on the device goes on.
  if (!session.loggedIn) return openPages.includes(target.path) ? undefined : { to: '/login' };
  if (target.permission !== undefined && !session.can(target.permission)) {
    return { to: '/403', permission: target.permission };
  }
  return undefined;
}
