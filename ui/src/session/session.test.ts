import { describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { throwingStorage } from '#testing/fake-storage.ts';
import { createTestSession, createUser } from '#testing/test-session.ts';
import { createClock } from './create-session.ts';
import { createStorage } from './storage.ts';

const credentials = { username: 'ann', password: 'secret' };
const profile = '/api/v1/profile';

function createLoggedInSession(options: Parameters<typeof createTestSession>[1] = {}) {
  return createTestSession({ token: 'abc', 'user-info': JSON.stringify(createUser('ann')) }, options);
}

async function refresh(world: ReturnType<typeof createTestSession>, status: number, data: unknown, force = false) {
  const done = world.session.refresh(force);
  world.respond(profile, status, data);
  await done;
}

describe('login', () => {
  it('saves user and token and sends the token from then on', async () => {
    const world = createTestSession();
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 200, { user: createUser('ann'), token: 'abc' });
    expect(await done).toMatchObject({ status: 200 });
    expect([world.session.loggedIn, world.session.user?.username]).toEqual([true, 'ann']);
    void world.session.refresh();
    expect(world.requests.map((request) => request.headers.get('Authorization'))).toEqual([null, 'Bearer abc']);
  });

  it('throws the server’s problem and stays logged out', async () => {
    const world = createTestSession();
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 422, { key: 'invalidCredentials', traceId: 't' });
    await expect(done).rejects.toMatchObject({ key: 'invalidCredentials' });
    await expect(done).rejects.toBeInstanceOf(Problem);
    expect(world.session.loggedIn).toBe(false);
  });

  it('lasts as long as the page if the browser denies storage', async () => {
    const world = createTestSession({}, { storage: createStorage(throwingStorage) });
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 200, { user: createUser('ann'), token: 'abc' });
    await done;
    expect(world.session.token).toBe('abc');
  });
});

describe('second factor', () => {
  const challenge = { challenge: 'c', expireTime: '2026-11-20T06:37:10.000Z' };

  async function createChallengedSession() {
    const world = createTestSession();
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 202, challenge);
    expect(await done).toMatchObject({ status: 202 });
    return world;
  }

  it('requires a code after the password, and stores nothing before it is verified', async () => {
    const world = await createChallengedSession();
    expect([world.session.loggedIn, world.localStorage.getItem('token')]).toEqual([false, null]);
    const done = world.session.submitCode('492039');
    world.respond('/api/v1/auth/login/totp', 200, { user: createUser('ann'), token: 'abc' });
    await done;
    expect(await world.requests.at(-1)?.json()).toEqual({ challenge: 'c', code: '492039' });
    expect([world.session.loggedIn, world.localStorage.getItem('token')]).toEqual([true, 'abc']);
  });

  it('allows another code after a wrong one', async () => {
    const world = await createChallengedSession();
    const done = world.session.submitCode('000000');
    const fields = [{ pointer: '/code', rule: 'wrongCode', message: '…' }];
    world.respond('/api/v1/auth/login/totp', 422, { key: 'validationError', traceId: 't', fields });
    await expect(done).rejects.toBeInstanceOf(Problem);
    expect(world.session.actor.getSnapshot().context).toMatchObject({
      challenge: challenge,
      hasChallengeExpired: false,
    });
  });

  it('returns to the password if the challenge has expired', async () => {
    const world = await createChallengedSession();
    const done = world.session.submitCode('492039');
    const fields = [{ pointer: '/challenge', rule: 'spentToken', message: '…' }];
    world.respond('/api/v1/auth/login/totp', 422, { key: 'validationError', traceId: 't', fields });
    await expect(done).rejects.toBeInstanceOf(Problem);
    expect(world.session.actor.getSnapshot().context).toMatchObject({ challenge: null, hasChallengeExpired: true });
  });

  it('keeps new recovery codes in memory only, until they are saved', async () => {
    const world = await createChallengedSession();
    const done = world.session.submitCode('492039');
    world.respond('/api/v1/auth/login/totp', 200, { user: createUser('ann'), token: 'abc', recoveryCodes: ['7kq4'] });
    await done;
    const recoveryCodes = () => world.session.actor.getSnapshot().context.recoveryCodes;
    expect(recoveryCodes()).toEqual(['7kq4']);
    expect(JSON.stringify(world.localStorage)).not.toContain('7kq4');
    world.session.confirmCodesSaved();
    expect(recoveryCodes()).toBeNull();
  });
});

describe('logout', () => {
  it('clears the session at once and revokes its token on the server', () => {
    const world = createLoggedInSession();
    void world.session.logout();
    expect([world.session.loggedIn, world.localStorage.getItem('token')]).toEqual([false, null]);
    expect(world.requests.map(({ url, headers }) => [new URL(url).pathname, headers.get('Authorization')])).toEqual([
      ['/dc/api/v1/auth/logout', 'Bearer abc'],
    ]);
    expect(world.effects.toast).not.toHaveBeenCalled();
  });
});

describe('work that is still to be sent', () => {
  it('is sent before the session ends, even if it fails, and not once it is removed', async () => {
    const world = createLoggedInSession();
    const tokens: (string | null)[] = [];
    let finish = () => {};
    world.session.beforeLogout(() => {
      tokens.push(world.session.token);
      return new Promise((_resolve, reject) => {
        finish = () => reject(new Error('refused'));
      });
    });
    world.session.beforeLogout(async () => tokens.push('removed'))();
    const done = world.session.logout();
    expect([world.session.loggedIn, tokens]).toEqual([true, ['abc']]);
    finish();
    await done;
    expect(world.session.loggedIn).toBe(false);
  });

  it('is waited for two seconds at most, as a server may not answer', async () => {
    vi.useFakeTimers();
    const world = createLoggedInSession();
    world.session.beforeLogout(() => new Promise(() => {}));
    void world.session.logout();
    await vi.advanceTimersByTimeAsync(1900);
    expect(world.session.loggedIn).toBe(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(world.session.loggedIn).toBe(false);
    vi.useRealTimers();
  });
});

describe('the end of a session', () => {
  it('notifies subscribers before it navigates', async () => {
    const world = createLoggedInSession();
    const steps: string[] = [];
    world.session.subscribe(() => steps.push('told'));
    world.effects.goToLogin.mockImplementation(() => steps.push(`goes to /login, logged in ${world.session.loggedIn}`));
    world.session.actor.send({ type: 'UNAUTHORIZED' });
    await null;
    expect(steps).toEqual(['told', 'goes to /login, logged in false']);
  });
});

describe('refresh', () => {
  it('merges the profile into the stored user', async () => {
    const world = createLoggedInSession();
    await refresh(world, 200, { displayName: 'Ann' });
    expect(world.session.user).toEqual({ ...createUser('ann'), displayName: 'Ann' });
    expect(JSON.parse(world.localStorage.getItem('user-info') ?? '')).toEqual(world.session.user);
  });

  it('is skipped for five minutes after a success, unless forced', async () => {
    let now = 1_000_000;
    const world = createLoggedInSession({ now: () => now });
    await refresh(world, 200, createUser('ann'));
    now += 5 * 60_000 - 1;
    await world.session.refresh();
    expect(world.requests).toHaveLength(1);
    await refresh(world, 200, createUser('ann'), true);
    expect(world.requests).toHaveLength(2);
    now += 5 * 60_000;
    await refresh(world, 200, createUser('ann'));
    expect(world.requests).toHaveLength(3);
  });

  it.each([
    0, 403, 500,
  ])('keeps the session if it fails with %s, and does not skip the next refresh', async (status) => {
    const world = createLoggedInSession();
    await refresh(world, status, { key: 'serverError', traceId: 't' });
    expect([world.session.loggedIn, world.localStorage.getItem('token')]).toEqual([true, 'abc']);
    void world.session.refresh();
    expect(world.requests).toHaveLength(2);
  });

  it('logs out, navigates to /login and shows one toast if it fails with 401', async () => {
    const world = createLoggedInSession();
    await refresh(world, 401, { key: 'unauthorized', traceId: 't' });
    expect([
      world.session.loggedIn,
      world.localStorage.getItem('token'),
      world.localStorage.getItem('user-info'),
    ]).toEqual([false, null, null]);
    expect(world.effects.goToLogin).toHaveBeenCalledOnce();
    expect(world.effects.toast).toHaveBeenCalledExactlyOnceWith('登录已过期，请重新登录', 'unauthorized');
  });

  it('sends one request for two navigations at the same time', async () => {
    const world = createLoggedInSession();
    const refreshes = Promise.all([world.session.refresh(), world.session.refresh()]);
    world.respond(profile, 200, createUser('ann'));
    await refreshes;
    expect(world.requests).toHaveLength(1);
  });
});

describe('subscribe', () => {
  it('reports a changed user or token only', async () => {
    const world = createLoggedInSession();
    const listener = vi.fn();
    const unsubscribe = world.session.subscribe(listener);
    await refresh(world, 200, createUser('ann'));
    expect(listener).not.toHaveBeenCalled();
    await refresh(world, 200, createUser('ann', 'country:read'), true);
    expect(listener).toHaveBeenCalledOnce();
    unsubscribe();
    void world.session.logout();
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe('another tab', () => {
  it('that signs out also signs out this one, without a toast', async () => {
    const world = createLoggedInSession();
    world.changeInOtherTab(null, null);
    await null;
    expect([world.session.loggedIn, world.effects.goToLogin.mock.calls.length]).toEqual([false, 1]);
    expect(world.effects.toast).not.toHaveBeenCalled();
  });

  it('that signs in as another user discards a pending profile', async () => {
    const world = createLoggedInSession();
    const done = world.session.refresh();
    world.changeInOtherTab('other', createUser('bob'));
    world.respond(profile, 200, createUser('ann'));
    await done;
    expect([world.session.user?.username, world.session.token]).toEqual(['bob', 'other']);
  });
});

describe('a token that is no longer stored', () => {
  it('ends the session on the next check, without a toast', async () => {
    const world = createLoggedInSession();
    world.localStorage.removeItem('token');
    expect(world.session.loggedIn).toBe(true);
    world.session.checkToken();
    expect([world.session.loggedIn, world.localStorage.length]).toEqual([false, 0]);
    expect([world.effects.goToLogin.mock.calls, world.effects.toast.mock.calls]).toEqual([[], []]);
  });

  it('is not restored by a profile that arrives meanwhile', async () => {
    const world = createLoggedInSession();
    const done = world.session.refresh();
    world.localStorage.removeItem('token');
    world.respond(profile, 200, createUser('ann', 'country:read'));
    await done;
    expect(world.localStorage.getItem('token')).toBeNull();
    world.session.checkToken();
    expect(world.session.loggedIn).toBe(false);
  });

  it('switches to another stored token', () => {
    const world = createLoggedInSession();
    world.localStorage.setItem('user-info', JSON.stringify(createUser('bob')));
    world.localStorage.setItem('token', 'other');
    world.session.checkToken();
    expect([world.session.token, world.session.user?.username]).toEqual(['other', 'bob']);
  });

  it('does not end the session if the browser denies storage', async () => {
    const world = createTestSession({}, { storage: createStorage(throwingStorage) });
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 200, { user: createUser('ann'), token: 'abc' });
    await done;
    world.session.checkToken();
    expect(world.session.loggedIn).toBe(true);
  });
});

describe('a late profile', () => {
  it('delays a navigation by at most a second, and is applied when it arrives', async () => {
    vi.useFakeTimers();
    const world = createLoggedInSession();
    let isDone = false;
    const done = world.session.refresh().then(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    const listener = vi.fn();
    world.session.subscribe(listener);
    world.respond(profile, 200, createUser('ann', 'country:read'));
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
    expect(world.session.can('country:read')).toBe(true);
    vi.useRealTimers();
  });

  it('ends the session if it is a 401', async () => {
    vi.useFakeTimers();
    const world = createLoggedInSession();
    const done = world.session.refresh();
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    world.respond(profile, 401, { key: 'unauthorized', traceId: 't' });
    await vi.waitFor(() => expect(world.effects.goToLogin).toHaveBeenCalledOnce());
    expect(world.session.loggedIn).toBe(false);
    vi.useRealTimers();
  });
});

describe('the clock counts the elapsed time', () => {
  it.each([
    ['set back', [-3_600_000, 300_000], 300_000],
    ['set back by less than has passed', [120_000, 300_000], 300_000],
    ['of a computer that slept', [300_000, 0], 300_000],
    ['that goes on', [300_000, 300_000], 300_000],
  ] as const)('%s', (_what, [date, sinceStart], elapsedMs) => {
    let now = [1_000_000_000, 5_000];
    const clock = createClock(
      () => now[0] ?? 0,
      () => now[1] ?? 0,
    );
    const startTime = clock();
    now = [1_000_000_000 + date, 5_000 + sinceStart];
    expect(clock() - startTime).toBe(elapsedMs);
  });
});
