import { describe, expect, it } from 'vitest';
import { findRedirect, type Redirect } from './guard.ts';

type Refresh = 'succeeds' | 'fails' | 'ends the session';

async function goTo(
  path: string,
  permission: string | undefined,
  loggedIn: boolean,
  isPermitted: boolean,
  refresh: Refresh,
  isTokenRemoved = false,
) {
  const calls: string[] = [];
  const session = {
    loggedIn,
    checkToken: () => {
      if (isTokenRemoved) session.loggedIn = false;
    },
    refresh: async () => {
      calls.push('refresh');
      if (refresh === 'ends the session') session.loggedIn = false;
    },
    // without a session there are no permissions
    can: (name: string) => {
      calls.push(`can ${name}`);
      return session.loggedIn && isPermitted;
    },
  };
  return { redirect: await findRedirect({ path, permission }, session), calls };
}

/** The specified rules, implemented independently of the code. */
function expectedRedirect(
  path: string,
  permission: string | undefined,
  loggedIn: boolean,
  isPermitted: boolean,
  refresh: Refresh,
) {
  if (!loggedIn) return ['/login', '/register'].includes(path) ? undefined : '/login';
  if (path === '/login') return '/';
  // the session has ended, and /register needs none
  if (refresh === 'ends the session') return path === '/register' ? undefined : '/login';
  return permission !== undefined && !isPermitted ? '/403' : undefined;
}

const targets: [string, string | undefined][] = [
  ['/login', undefined],
  ['/register', undefined],
  ['/', undefined],
  ['/403', undefined],
  ['/cabin/form', undefined],
  ['/country', 'country:read'],
  ['/users/user-list', 'user:read'],
];

const cases = targets.flatMap(([path, permission]) =>
  [true, false].flatMap((loggedIn) =>
    [true, false].flatMap((isPermitted) =>
      (['succeeds', 'fails', 'ends the session'] as const).map((refresh) => ({
        path,
        permission,
        loggedIn,
        held: isPermitted,
        refresh,
      })),
    ),
  ),
);

describe('guard', () => {
  it.each(cases)('$path, logged in $loggedIn, permitted $held, refresh $refresh', async (situation) => {
    const { path, permission, loggedIn, held: isPermitted, refresh } = situation;
    const to = expectedRedirect(path, permission, loggedIn, isPermitted, refresh);
    const { redirect } = await goTo(path, permission, loggedIn, isPermitted, refresh);
    expect(redirect).toEqual(to === '/403' ? { to, permission } : to === undefined ? undefined : ({ to } as Redirect));
  });

  it('refreshes the profile before it checks the permission', async () => {
    const { calls } = await goTo('/country', 'country:read', true, true, 'succeeds');
    expect(calls).toEqual(['refresh', 'can country:read']);
  });

  it.each([
    ['/country', '/login'],
    ['/', '/login'],
    ['/login', undefined],
    ['/register', undefined],
  ])('redirects from %s to %s without a request if the token is gone', async (path, to) => {
    const { redirect, calls } = await goTo(path, undefined, true, true, 'succeeds', true);
    expect([redirect?.to, calls]).toEqual([to, []]);
  });

  it.each([
    ['/login', true],
    ['/login', false],
    ['/register', false],
    ['/country', false],
  ])('sends no request on the way to %s, logged in %s', async (path, loggedIn) => {
    expect((await goTo(path, undefined, loggedIn, true, 'succeeds')).calls).toEqual([]);
  });
});
