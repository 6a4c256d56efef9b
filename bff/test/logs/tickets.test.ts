import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, findOperation, readReply } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const path = '/api/v1/user-logs/export?format=ndjson&user=nobody';
const keeper = () => service.clientWith('user_log:export');
const ticketOf = async (client: Client, body = { path }) => (await client.ok('createTicket', { body }, 201)).ticket;
const follow = (link: string) => service.anonymous.raw('GET', `/dc${link}`);
const withTicket = (ticket: string, link = path) => follow(`${link}&ticket=${ticket}`);
const refused = async (response: Response | Promise<Response>) => {
  const reply = await readReply(findOperation('exportUserLogs'), await response);
  expect(reply).toMatchObject({ status: 401, data: { key: 'unauthorized' } });
  expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
};

describe('a ticket', () => {
  test('opens its download once, without a token', async () => {
    const ticket = await ticketOf(await keeper());
    expect((await withTicket(ticket)).status).toBe(200);
    await refused(withTicket(ticket));
  });

  test('opens it for one of many at once', async () => {
    const ticket = await ticketOf(await keeper());
    const answers = await Promise.all(Array.from({ length: 8 }, () => withTicket(ticket)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
  });

  test('is good for sixty seconds', async () => {
    const client = await keeper();
    const { ticket, expireTime } = await client.ok('createTicket', { body: { path } }, 201);
    expect(Date.parse(expireTime) - Date.now()).toBeGreaterThan(50_000);
    expect(Date.parse(expireTime) - Date.now()).toBeLessThanOrEqual(60_000);
    await service.db('one_time_token').where('purpose', 'ticket').update({ expire_time: new Date() });
    await refused(withTicket(ticket));
  });

  test.each([
    ['another filter', path.replace('nobody', 'keeper')],
    ['another format', path.replace('ndjson', 'csv')],
    ['one filter more', `${path}&act=signIn`],
    ['no filter', path.replace('&user=nobody', '')],
  ])('is none for %s', async (_, other) => {
    const ticket = await ticketOf(await keeper());
    await refused(withTicket(ticket, other));
    await refused(withTicket(ticket));
  });

  test('may stand anywhere in the query, once', async () => {
    const client = await keeper();
    const [address, query] = path.split('?');
    expect((await follow(`${address}?ticket=${await ticketOf(client)}&${query}`)).status).toBe(200);
    const ticket = await ticketOf(client);
    await refused(follow(`${path}&ticket=${ticket}&ticket=${ticket}`));
  });

  test.each(['', 'x', "' OR 1=1 -- ", '%00'])('that is “%s” is none', async (wrong) => {
    await refused(withTicket(encodeURIComponent(wrong)));
  });

  test('ends with the session, the account and the permission of its maker', async () => {
    const leaving = await keeper();
    const left = await ticketOf(leaving);
    await leaving.ok('logout');
    await refused(withTicket(left));

    const deactivated = await keeper();
    const late = await ticketOf(deactivated);
    await service.db('user').where('id', deactivated.id).update({ status: 'inactive' });
    await refused(withTicket(late));

    const demoted = await keeper();
    const vain = await ticketOf(demoted);
    await service.db('user_role').where('user_id', demoted.id).delete();
    const reply = await readReply(findOperation('exportUserLogs'), await withTicket(vain));
    expect(reply).toMatchObject({ status: 403, data: { permission: 'user_log:export' } });
  });

  test('counts where a ticket is taken only, and a token is none', async () => {
    const client = await keeper();
    const ticket = await ticketOf(client);
    expect((await follow(`/api/v1/profile?ticket=${ticket}`)).status).toBe(401);
    await refused(withTicket(String(client.token)));
    expect((await client.raw('GET', `/dc/api/v1/profile?ticket=${ticket}`)).status).toBe(422);
  });
});

describe('to make one', () => {
  test('asks for the permission of the path', async () => {
    const reader = await service.clientWith('user_log:read');
    const { permission } = await reader.expectRefusal('createTicket', { body: { path } }, 'forbidden');
    expect(permission).toBe('user_log:export');
  });

  test.each([
    '/api/v1/user-logs',
    '/api/v1/user-logs/export/',
    '/api/v1/user-logs/EXPORT',
    '/api/v1/users?format=csv',
    '/api/v1/no-such-thing',
  ])('is refused for %s, which is no download', async (other) => {
    const { fields } = await (await keeper()).expectRefusal(
      'createTicket',
      { body: { path: other } },
      'validationError',
    );
    expect(fields).toMatchObject([{ pointer: '/path', rule: 'enum' }]);
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/api/v1/../x',
    '',
  ])('“%s” is no path', async (other) => {
    const { fields } = await (await keeper()).expectRefusal(
      'createTicket',
      { body: { path: other } },
      'validationError',
    );
    expect(fields).toMatchObject([{ pointer: '/path' }]);
  });
});

test('neither ticket nor token stands in the log or the database', async () => {
  const client = await keeper();
  const ticket = await ticketOf(client);
  await withTicket(ticket);
  await withTicket(ticket);
  await follow(`/api/v1/profile?ticket=${ticket}`);
  const logged = JSON.stringify(service.logLines);
  expect(logged).toContain('/api/v1/user-logs/export');
  const kept = JSON.stringify([await service.db('one_time_token'), await service.db('user_log')]);
  for (const secret of [ticket, String(client.token)]) {
    expect(logged).not.toContain(secret);
    expect(kept).not.toContain(secret);
  }
});
