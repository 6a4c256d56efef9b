import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../src/http/contract.ts';
import { insertUser } from './kit/database/insert-users.ts';
import { sendQueuedEmails } from './kit/sent-emails.ts';
import { demoPassword as password, type Service, startService } from './kit/service.ts';

// These tests send the calls of the specification as any client would: without the contract, and with no header but the token.

interface Envelope {
  code: number;
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data differs per call, and each test knows its type
  data: any;
}

let service: Service;
let token: string;

const request = async (method: string, path: string, body?: object, bearer: string | undefined = token) => {
  const response = await fetch(`${service.url}/dc${path}`, {
    method,
    headers: {
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  // Cast: every answer is an envelope.
  const envelope = (await response.json()) as Envelope;
  expect(Object.keys(envelope).sort()).toEqual(['code', 'data', 'message']);
  expect(envelope.code).toBe(response.status);
  expect(envelope.message).toEqual(expect.any(String));
  return envelope;
};
const signIn = (username: string, secret = password) =>
  request('POST', '/api/v1/auth/login', { username, password: secret }, '');

beforeAll(async () => {
  service = await startService();
  token = (await signIn('admin')).data.token;
});
afterAll(() => service.stop());

const roles = expect.arrayContaining([
  expect.objectContaining({
    name: 'editor',
    displayName: '编辑',
    permissions: expect.arrayContaining([{ name: 'country:read' }]),
  }),
]);

describe('section 7', () => {
  test('POST /api/v1/auth/login answers code 200 with data.user and data.token', async () => {
    const { code, data } = await signIn('editor');
    expect(code).toBe(200);
    expect(data).toMatchObject({ token: expect.any(String), user: { username: 'editor', roles } });
  });

  test('GET /api/v1/profile answers the user of the bearer token', async () => {
    const { data } = await signIn('editor');
    const profile = await request('GET', '/api/v1/profile', undefined, data.token);
    expect(profile).toMatchObject({ code: 200, data: { username: 'editor', roles } });
  });

  test('PUT /api/v1/profile/password takes oldPassword and newPassword', async () => {
    const { username } = await insertUser(service.db, ['country:read']);
    const { data } = await signIn(username);
    const body = { oldPassword: password, newPassword: 'quite another winter song' };
    expect(await request('PUT', '/api/v1/profile/password', body, data.token)).toMatchObject({ code: 200 });
    expect(await signIn(username, body.newPassword)).toMatchObject({ code: 200 });
  });

  test('POST /password takes an email address, PUT /possword the reset data of the email', async () => {
    const { username, email } = await insertUser(service.db, ['country:read']);
    expect(await request('POST', '/password', { email }, '')).toMatchObject({ code: 202 });
    const resetEmail = (await sendQueuedEmails(service)).find(({ to }) => to === email);
    const body = { token: resetEmail?.token, newPassword: 'quite another winter song' };
    expect(await request('PUT', '/possword', body, '')).toMatchObject({ code: 200 });
    expect(await signIn(username, body.newPassword)).toMatchObject({ code: 200 });
  });

  test('users are listed by query parameters, created, changed and deleted by id, without further headers', async () => {
    const username = `person-${randomBytes(4).toString('hex')}`;
    const body = { username, displayName: 'Person', email: `${username}@gazetteer.example`, roles: ['viewer'] };
    expect(await request('POST', '/api/v1/users', body)).toMatchObject({ code: 201 });
    const list = await request('GET', `/api/v1/users?q=${username}&pageSize=10`);
    expect(list).toMatchObject({ code: 200, data: { items: [{ username }], total: 1 } });
    const path = `/api/v1/users/${list.data.items[0].id}`;
    const changeReply = await request('PUT', path, { ...body, displayName: 'Another' });
    expect(changeReply).toMatchObject({ code: 200, data: { record: { displayName: 'Another' } } });
    expect(await request('DELETE', path)).toMatchObject({ code: 200 });
    expect(await request('GET', path)).toMatchObject({ code: 404 });
  });

  test('a token is a bearer token, and without one the answer is 401', async () => {
    expect(await request('GET', '/api/v1/profile', undefined, '')).toMatchObject({
      code: 401,
      message: '登录已过期，请重新登录',
    });
  });
});

describe('section 3', () => {
  const EXAMPLES = {
    airlines: {
      code: 'Q9',
      name: 'Air',
      type: 'LCC',
      country: 'CN',
      icaoCode: 'QQQ',
      iataAccountingCode: '989',
      callsign: 'QUEBEC',
      website: 'https://q.example/',
      locales: { en: { name: 'Air' } },
    },
    airports: {
      code: 'PORT-9',
      name: 'Port',
      country: 'CN',
      city: 'BJS',
      continent: 'AS',
      icaoCode: 'QQQZ',
      latitude: 40.1,
      longitude: 116.6,
      timezone: 'Asia/Shanghai',
      pinyin: 'gang',
      locales: { en: { name: 'Port' } },
    },
    cities: {
      code: 'CITY9',
      name: 'City',
      country: 'CN',
      continent: 'AS',
      iataCode: 'QZQ',
      cnCode: '990000',
      locales: { en: { name: 'City' } },
    },
    countries: {
      code: 'QQ',
      name: 'Land',
      continent: 'AS',
      alpha3Code: 'QQQ',
      region: 'Eastern Asia',
      currency: 'CNY',
      symbol: '¥',
      locales: { en: { name: 'Land' } },
    },
  };
  const englishLabels = { airlines: 'Airline', airports: 'Airport', cities: 'City', countries: 'Country' };
  const chineseLabels = { airlines: '航空公司', airports: '机场', cities: '城市', countries: '国家' };

  test.each(
    Object.entries(EXAMPLES),
  )('%s have every field, and status, createTime and updateTime', async (path, body) => {
    const createReply = await request('POST', `/api/v1/${path}`, body);
    expect(createReply).toMatchObject({ code: 201, data: { record: body } });
    expect(Object.keys(createReply.data.record)).toEqual(expect.arrayContaining(Object.keys(body)));
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const { data } = await request('GET', `/api/v1/${path}?code=${body.code}`);
    expect(data.items).toMatchObject([{ code: body.code, status: 'pending', createTime: time, updateTime: time }]);
  });

  // The records were created by the tests above.
  test.each(
    Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[],
  )('section 5: an existing code of %s is refused, in both languages', async (path) => {
    const body = JSON.stringify(EXAMPLES[path]);
    const messages = await Promise.all(
      ['zh-CN', 'en'].map(async (language) => {
        const response = await fetch(`${service.url}/dc/api/v1/${path}`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'application/json',
            'Accept-Language': language,
          },
          body,
        });
        const { message } = (await response.json()) as Envelope;
        return [response.status, message];
      }),
    );
    expect(messages).toEqual([
      [409, `${chineseLabels[path]}代码已存在`],
      [409, `${englishLabels[path]} code already exists`],
    ]);
  });

  test('an airline is a full-service or a low-cost carrier', () => {
    expect(contract.components.schemas.AirlineType.enum).toEqual(['FSC', 'LCC']);
  });

  test('statuses are active, inactive, pending, approved and rejected', () => {
    expect([...contract.components.schemas.Status.enum].sort()).toEqual(
      ['active', 'inactive', 'pending', 'approved', 'rejected'].sort(),
    );
  });

  test.each([10, 20, 50, 100])('a page has %d items', async (pageSize) => {
    const { code, data } = await request('GET', `/api/v1/cities?pageSize=${pageSize}`);
    expect([code, data.pageSize, data.items.length]).toEqual([200, pageSize, pageSize]);
  });
});

describe('section 6', () => {
  /** The pages that the specification lists. The pages of further entities come from the contract. */
  const specifiedPages = {
    'country:read': '/country',
    'city:read': '/city',
    'airport:read': '/airport',
    'airline:read': '/airline',
    'train_station:read': '/train-station',
    'eurail_station:read': '/eu-stations',
    'cabin:read': '/cabin',
    'protocol:read': '/protocol',
    'rate_board:read': '/rate-board',
    'system_config:read': '/system-config',
    'task:read': '/task-status',
    'data_subscriber:read': '/data-subscriber',
    'sync_status:read': '/sync-status',
    'data_log:read': '/data-logs',
    'user:read': '/users/user-list',
    'role:read': '/users/role-list',
    'permission:read': '/users/permission-list',
    'user_log:read': '/users/user-log-list',
  };
  const entityPages = Object.fromEntries(
    contract.tags.flatMap((tag: Record<string, string>) =>
      tag['x-label'] ? [[`${tag.name}:read`, tag['x-route']]] : [],
    ),
  );

  test('each read permission guards its page, and there are no other pages', async () => {
    const { data } = await request('GET', '/api/v1/permissions');
    const reads = data.items.filter(({ name }: { name: string }) => name.endsWith(':read'));
    expect(
      Object.fromEntries(reads.map(({ name, routes }: { name: string; routes: string[] }) => [name, routes.join()])),
    ).toEqual({ ...entityPages, ...specifiedPages });
  });

  test('a role named admin or displayed as administrator has every permission, and other roles have only the permissions that they list', async () => {
    const statusesFor = async (username: string) => {
      const { data } = await signIn(username);
      const lists = ['users', 'countries', 'system-config'].map((path) =>
        request('GET', `/api/v1/${path}`, undefined, data.token),
      );
      return (await Promise.all(lists)).map(({ code }) => code);
    };
    const { id, username } = await insertUser(service.db, ['country:read']);
    expect(await statusesFor(username)).toEqual([403, 200, 403]);
    const role = { name: 'captains', displayName: '系统管理员', permissions: [] };
    expect(await request('POST', '/api/v1/roles', role)).toMatchObject({ code: 201 });
    const { id: role_id } = await service.db('role').where('name', role.name).first('id');
    await service.db('user_role').insert({ user_id: id, role_id });
    expect(await statusesFor(username)).toEqual([200, 200, 200]);
    expect(await statusesFor('admin')).toEqual([200, 200, 200]);
  });
});

test('section 8: the error catalogue has its keys, each with a message in both languages', () => {
  const listedKeys = ['networkError', 'serverError', 'unauthorized', 'forbidden', 'notFound', 'validationError'];
  const otherKeys = ['unknownError', 'requestTimeout', 'invalidRequest', 'invalidResponse'];
  const { enum: keys, 'x-text': texts } = contract.components.schemas.ErrorKey;
  expect(keys).toEqual(expect.arrayContaining([...listedKeys, ...otherKeys]));
  expect(texts.forbidden.en).toBe('Access denied');
  for (const key of [...listedKeys, ...otherKeys]) expect(Object.values(texts[key]).every(Boolean)).toBe(true);
});
