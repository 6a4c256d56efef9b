export interface Target {
  path: string;
  permission?: string | undefined;
}

export interface GuardSession {
  readonly loggedIn: boolean;
  /** Never throws; a refresh answered with 401 leaves the session logged out. */
  refresh: () => Promise<void>;
  can: (permission: string) => boolean;
}

export type Redirect = { to: '/login' | '/' | '/403' };

/** Reachable without login. */
export const openPages: readonly string[] = ['/login', '/register'];

/** Where a navigation must go instead; nothing where it may go on. */
export async function guard(target: Target, session: GuardSession): Promise<Redirect | undefined> {
  if (!session.loggedIn) return openPages.includes(target.path) ? undefined : { to: '/login' };
  if (target.path === '/login') return { to: '/' };
  await session.refresh();
  // Before the permission: a refresh that ended the session leaves no user who could lack one.
  if (!session.loggedIn) return { to: '/login' };
  if (target.permission !== undefined && !session.can(target.permission)) return { to: '/403' };
  return undefined;
}
