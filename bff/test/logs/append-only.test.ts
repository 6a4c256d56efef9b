import { afterAll, beforeAll, expect, test } from 'vitest';
import { allOperations } from '../../src/http/contract.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('the contract has no operation that writes the log', () => {
  const methods = allOperations.filter(({ tag, path }) => tag === 'user_log' || path.includes('user-logs'));
  expect(methods.map(({ method }) => method)).toEqual(['get', 'get']);
});

test.each([
  'PUT',
  'PATCH',
  'DELETE',
  'POST',
])('%s on the log is refused to everybody and changes nothing', async (method) => {
  const admin = await service.as('admin');
  const [newestEntry] = (await admin.ok('listUserLogs')).items;
  const entriesBefore = await service.db('user_log').orderBy('id');
  for (const path of ['', '/export', `/${newestEntry?.id}`, '/export?format=csv', '?act=signIn']) {
    const response = await admin.raw(method, `/dc/api/v1/user-logs${path}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ act: 'signIn', username: 'forged' }),
    });
    expect([404, 405]).toContain(response.status);
  }
  expect(await service.db('user_log').orderBy('id')).toEqual(entriesBefore);
});
