import { describe, expect, it } from 'vitest';
import { guard, type Redirect } from './guard.ts';

type Refresh = 'succeeds' | 'fails' | 'ends the session';

async function goTo(
  path: string,
  permission: string | undefined,
  loggedIn: boolean,
  held: boolean,
  refresh: Refresh,
  tokenGone = false,
) {
  const asked: string[] = [];
  const session = {
    loggedIn,
    checkToken: () => {
      if (tokenGone) session.loggedIn = false;
    },
    refresh: async () => {
      asked.push('refresh');
      if (refresh === 'ends the session') session.loggedIn = false;
    },
    // Whoever is logged out holds nothing.
    can: (name: string) => {
      asked.push(`can ${name}`);
      return session.loggedIn && held;
    },
  };
  return { redirect: await guard({ path, permission }, session), asked };
}

/** The spec's three rules, said once more and apart from the code. */
function expected(path: string, permission: string | undefined, loggedIn: boolean, held: boolean, refresh: Refresh) {
  if (!loggedIn) return ['/login', '/register'].includes(path) ? undefined : '/login';
  if (path === '/login') return '/';
  // not logged in any more, and /register opens without
  if (refresh === 'ends the session') return path === '/register' ? undefined : '/login';
  return permission !== undefined && !held ? '/403' : undefined;
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
    [true, false].flatMap((held) =>
      (['succeeds', 'fails', 'ends the session'] as const).map((refresh) => ({
        path,
        permission,
        loggedIn,
        held,
        refresh,
      })),
    ),
  ),
);

describe('guard', () => {
  it.each(cases)('$path, logged in $loggedIn, permitted $held, refresh $refresh', async (situation) => {
    const { path, permission, loggedIn, held, refresh } = situation;
    const to = expected(path, permission, loggedIn, held, refresh);
    const { redirect } = await goTo(path, permission, loggedIn, held, refresh);
    expect(redirect).toEqual(to === '/403' ? { to, permission } : to === undefined ? undefined : ({ to } as Redirect));
  });

  it('refreshes the profile before it asks for the permission', async () => {
    const { asked } = await goTo('/country', 'country:read', true, true, 'succeeds');
    expect(asked).toEqual(['refresh', 'can country:read']);
  });

  it.each([
    ['/country', '/login'],
    ['/', '/login'],
    ['/login', undefined],
    ['/register', undefined],
  ])('leads from %s to %s once the token is gone, and asks the server nothing', async (path, to) => {
    const { redirect, asked } = await goTo(path, undefined, true, true, 'succeeds', true);
    expect([redirect?.to, asked]).toEqual([to, []]);
  });

  it.each([
    ['/login', true],
    ['/login', false],
    ['/register', false],
    ['/country', false],
  ])('asks the server nothing on the way to %s, logged in %s', async (path, loggedIn) => {
    expect((await goTo(path, undefined, loggedIn, true, 'succeeds')).asked).toEqual([]);
  });
});
