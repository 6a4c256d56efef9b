import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let keeper: Client;

beforeAll(async () => {
  service = await startService({ trustProxy: 1 });
  keeper = await service.clientWith('user_log:read', 'user_log:export', 'country:delete');
});
afterAll(() => service.stop());

/** What is answered to bytes as they stand, which no client of HTTP would send. */
const exchange = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = createConnection(Number(new URL(service.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
    socket.write(text);
  });

const request = (line: string, headers: Record<string, string>, body = '') =>
  exchange(
    [
      `${line} HTTP/1.1`,
      ...Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );

const headOf = (answer: string) => answer.slice(0, answer.indexOf('\r\n\r\n'));
const inserted = 'X-Injected: yes';
const echoed = ['If-Match', 'Accept-Language', 'User-Agent', 'X-Forwarded-For', 'Authorization', 'Accept-Encoding'];

describe.each(echoed)('in %s', (name) => {
  test.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['NUL', '\0'],
    ['an empty line', '\n\n'],
  ])('a bare %s makes it no request', async (_, end) => {
    const seen = service.logLines.length;
    const answer = await request('DELETE /dc/api/v1/countries/1', { [name]: `"1"${end}${inserted}` });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(headOf(answer)).not.toMatch(/x-injected/i);
    expect(service.logLines.slice(seen)).toEqual([]);
  });

  test.each([
    ['encoded', `%0d%0a${inserted}%0D%0A`],
    ['escaped', `\\r\\n${inserted}`],
    ['of another alphabet', `\u560a\u560d${inserted}\u2028\u0085`],
    ['of a log', `{"level":60,"msg":"forged"}","msg":"forged`],
  ])('line breaks that are %s stay in their place', async (_, value) => {
    const seen = service.logLines.length;
    const token = { Authorization: `Bearer ${keeper.token}` };
    const answer = await request('DELETE /dc/api/v1/countries/4294967295', { ...token, [name]: value });
    expect(answer).toMatch(/^HTTP\/1\.1 4(01|04|22|28) /);
    expect(headOf(answer)).not.toMatch(/injected|forged/i);
    expect(service.logLines.slice(seen)).toMatchObject([{ msg: 'request', path: '/dc/api/v1/countries/4294967295' }]);
    expect(JSON.stringify(service.logLines.slice(seen))).not.toMatch(/injected|forged/i);
  });
});

test.each([
  '=1+1',
  '@SUM(1)',
  '","=1+1","',
  '<script>alert(1)</script>',
  "' or 1=1 -- ",
  '\u009b2Jx',
])('an address that a proxy tells as “%s” is data in the log and its file', async (address) => {
  const username = `nobody at ${address}`;
  const body = JSON.stringify({ username, password: 'wrong password' });
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
  expect(await request('POST /dc/api/v1/auth/login', headers, body)).toMatch(/^HTTP\/1\.1 422 /);
  const { items } = await keeper.ok('listUserLogs', { query: { user: username } });
  expect(items).toMatchObject([{ act: 'signInFailed', username }]);
  const query = new URLSearchParams({ format: 'csv', user: username });
  const csv = await (await keeper.raw('GET', `/dc/api/v1/user-logs/export?${query}`)).text();
  expect(csv.trimEnd().split('\n')).toHaveLength(2);
  expect(csv).not.toMatch(/(^|,)"?[=+\-@]/m);
  expect(csv.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('a file is an attachment with the name that the contract gives, whatever is asked for', async () => {
  for (const format of ['csv', 'ndjson']) {
    const query = new URLSearchParams({ format, user: `x"\r\n${inserted}`, about: '../../x.html' });
    const { headers } = await keeper.raw('GET', `/dc/api/v1/user-logs/export?${query}`);
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="user-log.${format}"`);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Type')).not.toMatch(/html|javascript/);
    expect(headers.get('X-Injected')).toBeNull();
  }
});
