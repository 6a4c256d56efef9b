import { describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { createClock } from './create-session.ts';
import { refusingStorage } from './fake-storage.ts';
import { sessionWorld, userOf } from './session-world.ts';
import { createStorage } from './storage.ts';

const credentials = { username: 'ann', password: 'secret' };
const profile = '/api/v1/profile';

function loggedInWorld(options: Parameters<typeof sessionWorld>[1] = {}) {
  return sessionWorld({ token: 'abc', 'user-info': JSON.stringify(userOf('ann')) }, options);
}

async function refresh(world: ReturnType<typeof sessionWorld>, status: number, data: unknown, force = false) {
  const done = world.session.refresh(force);
  world.respond(profile, status, data);
  await done;
}

describe('login', () => {
  it('saves user and token and sends the token from then on', async () => {
    const world = sessionWorld();
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 200, { user: userOf('ann'), token: 'abc' });
    expect(await done).toMatchObject({ status: 200 });
    expect([world.session.loggedIn, world.session.user?.username]).toEqual([true, 'ann']);
    void world.session.refresh();
    expect(world.requests.map((request) => request.headers.get('Authorization'))).toEqual([null, 'Bearer abc']);
  });

  it('throws the server’s problem and stays logged out', async () => {
    const world = sessionWorld();
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 422, { key: 'invalidCredentials', traceId: 't' });
    await expect(done).rejects.toMatchObject({ key: 'invalidCredentials' });
    await expect(done).rejects.toBeInstanceOf(Problem);
    expect(world.session.loggedIn).toBe(false);
  });

  it('lasts as long as the page where the browser refuses its storage', async () => {
    const world = sessionWorld({}, { storage: createStorage(refusingStorage) });
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 200, { user: userOf('ann'), token: 'abc' });
    await done;
    expect(world.session.token).toBe('abc');
  });
});

describe('second factor', () => {
  const wanted = { challenge: 'c', expireTime: '2026-11-20T06:37:10.000Z' };

  async function challengedWorld() {
    const world = sessionWorld();
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 202, wanted);
    expect(await done).toMatchObject({ status: 202 });
    return world;
  }

  it('asks for a code after the password, and keeps nothing before it was right', async () => {
    const world = await challengedWorld();
    expect([world.session.loggedIn, world.local.getItem('token')]).toEqual([false, null]);
    const done = world.session.proveCode('492039');
    world.respond('/api/v1/auth/login/totp', 200, { user: userOf('ann'), token: 'abc' });
    await done;
    expect(await world.requests.at(-1)?.json()).toEqual({ challenge: 'c', code: '492039' });
    expect([world.session.loggedIn, world.local.getItem('token')]).toEqual([true, 'abc']);
  });

  it('lets a wrong code be followed by another', async () => {
    const world = await challengedWorld();
    const done = world.session.proveCode('000000');
    const fields = [{ pointer: '/code', rule: 'wrongCode', message: '…' }];
    world.respond('/api/v1/auth/login/totp', 422, { key: 'validationError', traceId: 't', fields });
    await expect(done).rejects.toBeInstanceOf(Problem);
    expect(world.session.actor.getSnapshot().context).toMatchObject({ challenge: wanted, lapsed: false });
  });

  it('goes back to the password where the challenge has lapsed', async () => {
    const world = await challengedWorld();
    const done = world.session.proveCode('492039');
    const fields = [{ pointer: '/challenge', rule: 'spentToken', message: '…' }];
    world.respond('/api/v1/auth/login/totp', 422, { key: 'validationError', traceId: 't', fields });
    await expect(done).rejects.toBeInstanceOf(Problem);
    expect(world.session.actor.getSnapshot().context).toMatchObject({ challenge: null, lapsed: true });
  });

  it('holds the recovery codes of one that was just set up, in memory only, until they are kept', async () => {
    const world = await challengedWorld();
    const done = world.session.proveCode('492039');
    world.respond('/api/v1/auth/login/totp', 200, { user: userOf('ann'), token: 'abc', recoveryCodes: ['7kq4'] });
    await done;
    const held = () => world.session.actor.getSnapshot().context.recoveryCodes;
    expect(held()).toEqual(['7kq4']);
    expect(JSON.stringify(world.local)).not.toContain('7kq4');
    world.session.codesKept();
    expect(held()).toBeNull();
  });
});

describe('logout', () => {
  it('forgets at once and tells the server with the token it had', () => {
    const world = loggedInWorld();
    world.session.logout();
    expect([world.session.loggedIn, world.local.getItem('token')]).toEqual([false, null]);
    expect(world.requests.map(({ url, headers }) => [new URL(url).pathname, headers.get('Authorization')])).toEqual([
      ['/dc/api/v1/auth/logout', 'Bearer abc'],
    ]);
    expect(world.effects.toast).not.toHaveBeenCalled();
  });
});

describe('the end of a session', () => {
  it('is over and told to everybody before anything navigates', async () => {
    const world = loggedInWorld();
    const order: string[] = [];
    world.session.subscribe(() => order.push('told'));
    world.effects.goToLogin.mockImplementation(() => order.push(`goes to /login, logged in ${world.session.loggedIn}`));
    world.session.actor.send({ type: 'UNAUTHORIZED' });
    await null;
    expect(order).toEqual(['told', 'goes to /login, logged in false']);
  });
});

describe('refresh', () => {
  it('merges the profile into the stored user', async () => {
    const world = loggedInWorld();
    await refresh(world, 200, { displayName: 'Ann' });
    expect(world.session.user).toEqual({ ...userOf('ann'), displayName: 'Ann' });
    expect(JSON.parse(world.local.getItem('user-info') ?? '')).toEqual(world.session.user);
  });

  it('is skipped for five minutes after a success, unless forced', async () => {
    let now = 1_000_000;
    const world = loggedInWorld({ now: () => now });
    await refresh(world, 200, userOf('ann'));
    now += 5 * 60_000 - 1;
    await world.session.refresh();
    expect(world.requests).toHaveLength(1);
    await refresh(world, 200, userOf('ann'), true);
    expect(world.requests).toHaveLength(2);
    now += 5 * 60_000;
    await refresh(world, 200, userOf('ann'));
    expect(world.requests).toHaveLength(3);
  });

  it.each([
    0, 403, 500,
  ])('failing with %s keeps the session, and is no success to skip the next one', async (status) => {
    const world = loggedInWorld();
    await refresh(world, status, { key: 'serverError', traceId: 't' });
    expect([world.session.loggedIn, world.local.getItem('token')]).toEqual([true, 'abc']);
    void world.session.refresh();
    expect(world.requests).toHaveLength(2);
  });

  it('failing with 401 logs out, goes to /login and says why, once', async () => {
    const world = loggedInWorld();
    await refresh(world, 401, { key: 'unauthorized', traceId: 't' });
    expect([world.session.loggedIn, world.local.getItem('token'), world.local.getItem('user-info')]).toEqual([
      false,
      null,
      null,
    ]);
    expect(world.effects.goToLogin).toHaveBeenCalledOnce();
    expect(world.effects.toast).toHaveBeenCalledExactlyOnceWith('登录已过期，请重新登录', 'unauthorized');
  });

  it('asks once for two navigations at the same time', async () => {
    const world = loggedInWorld();
    const both = Promise.all([world.session.refresh(), world.session.refresh()]);
    world.respond(profile, 200, userOf('ann'));
    await both;
    expect(world.requests).toHaveLength(1);
  });
});

describe('subscribe', () => {
  it('tells of another user or token, not of the steps between', async () => {
    const world = loggedInWorld();
    const listener = vi.fn();
    const stop = world.session.subscribe(listener);
    await refresh(world, 200, userOf('ann'));
    expect(listener).not.toHaveBeenCalled();
    await refresh(world, 200, userOf('ann', 'country:read'), true);
    expect(listener).toHaveBeenCalledOnce();
    stop();
    world.session.logout();
    expect(listener).toHaveBeenCalledOnce();
  });
});

describe('another tab', () => {
  it('that signs out signs this one out too, without a toast', async () => {
    const world = loggedInWorld();
    world.elsewhere(null, null);
    await null;
    expect([world.session.loggedIn, world.effects.goToLogin.mock.calls.length]).toEqual([false, 1]);
    expect(world.effects.toast).not.toHaveBeenCalled();
  });

  it('that signs in as somebody else drops the profile asked for before', async () => {
    const world = loggedInWorld();
    const done = world.session.refresh();
    world.elsewhere('other', userOf('bob'));
    world.respond(profile, 200, userOf('ann'));
    await done;
    expect([world.session.user?.username, world.session.token]).toEqual(['bob', 'other']);
  });
});

describe('a token that is no longer stored', () => {
  it('ends the session where somebody looks, without a word', async () => {
    const world = loggedInWorld();
    world.local.removeItem('token');
    expect(world.session.loggedIn).toBe(true);
    world.session.checkToken();
    expect([world.session.loggedIn, world.local.length]).toEqual([false, 0]);
    expect([world.effects.goToLogin.mock.calls, world.effects.toast.mock.calls]).toEqual([[], []]);
  });

  it('is not brought back by a profile that arrives meanwhile', async () => {
    const world = loggedInWorld();
    const done = world.session.refresh();
    world.local.removeItem('token');
    world.respond(profile, 200, userOf('ann', 'country:read'));
    await done;
    expect(world.local.getItem('token')).toBeNull();
    world.session.checkToken();
    expect(world.session.loggedIn).toBe(false);
  });

  it('leads on as whom another token says', () => {
    const world = loggedInWorld();
    world.local.setItem('user-info', JSON.stringify(userOf('bob')));
    world.local.setItem('token', 'other');
    world.session.checkToken();
    expect([world.session.token, world.session.user?.username]).toEqual(['other', 'bob']);
  });

  it('was never there where the browser refuses its storage', async () => {
    const world = sessionWorld({}, { storage: createStorage(refusingStorage) });
    const done = world.session.login(credentials);
    world.respond('/api/v1/auth/login', 200, { user: userOf('ann'), token: 'abc' });
    await done;
    world.session.checkToken();
    expect(world.session.loggedIn).toBe(true);
  });
});

describe('a profile that does not arrive', () => {
  it('holds nobody up for more than a second, and is applied when it does', async () => {
    vi.useFakeTimers();
    const world = loggedInWorld();
    let over = false;
    const done = world.session.refresh().then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(over).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await done;
    const told = vi.fn();
    world.session.subscribe(told);
    world.respond(profile, 200, userOf('ann', 'country:read'));
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
    expect(world.session.can('country:read')).toBe(true);
    vi.useRealTimers();
  });

  it('ends the session where it comes as a 401 after that', async () => {
    vi.useFakeTimers();
    const world = loggedInWorld();
    const done = world.session.refresh();
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    world.respond(profile, 401, { key: 'unauthorized', traceId: 't' });
    await vi.waitFor(() => expect(world.effects.goToLogin).toHaveBeenCalledOnce());
    expect(world.session.loggedIn).toBe(false);
    vi.useRealTimers();
  });
});

describe('the clock of the session', () => {
  it.each([
    ['set back', [-3_600_000, 300_000], 300_000],
    ['set back by less than has passed', [120_000, 300_000], 300_000],
    ['of a computer that slept', [300_000, 0], 300_000],
    ['that goes on', [300_000, 300_000], 300_000],
  ] as const)('%s', (_what, [date, sinceStart], passed) => {
    let now = [1_000_000_000, 5_000];
    const clock = createClock(
      () => now[0] ?? 0,
      () => now[1] ?? 0,
    );
    const begin = clock();
    now = [1_000_000_000 + date, 5_000 + sinceStart];
    expect(clock() - begin).toBe(passed);
  });
});
