export interface GuardTarget {
  /** the path of the matched route */
  path: string;
  permission?: string | undefined;
}

export interface GuardSession {
  readonly loggedIn: boolean;
  /** Ends the session if its token is no longer stored. */
  checkToken: () => void;
  /** Never throws; a 401 response ends the session. */
  refresh: () => Promise<void>;
  can: (permission: string) => boolean;
}

export type Redirect = { to: '/login' | '/' } | { to: '/403'; permission: string };

/** The paths that need no login. */
export const PUBLIC_PATHS: readonly string[] = ['/login', '/register'];

/** Normalizes a path as the router does, which ignores case and trailing slashes. */
export const normalisePath = (path: string): string => path.replace(/(?<=[^/])\/+$/, '').toLowerCase();

/** Returns the redirect of a navigation, or undefined if it may continue. */
export async function findRedirect(target: GuardTarget, session: GuardSession): Promise<Redirect | undefined> {
  session.checkToken();
  if (!session.loggedIn) return PUBLIC_PATHS.includes(target.path) ? undefined : { to: '/login' };
  if (target.path === '/login') return { to: '/' };
  await session.refresh();
  // Checked before the permission, because without a session the redirect is /login instead of /403. Public pages continue,
  // such as an invitation opened with an expired token.
  if (!session.loggedIn) return PUBLIC_PATHS.includes(target.path) ? undefined : { to: '/login' };
  if (target.permission !== undefined && !session.can(target.permission)) {
    return { to: '/403', permission: target.permission };
  }
  return undefined;
}
