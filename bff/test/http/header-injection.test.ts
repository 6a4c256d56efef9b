import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let logReader: Client;

beforeAll(async () => {
  service = await startService({ trustProxy: 1 });
  logReader = await service.clientWith('user_log:read', 'user_log:export', 'country:delete');
});
afterAll(() => service.stop());

/** Sends raw text over a socket, because HTTP clients refuse to send such headers, and returns the answer. */
const sendRaw = (text: string) =>
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
  sendRaw(
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
const INJECTED_LINE = 'X-Injected: yes';
const ECHOED_HEADERS = [
  'If-Match',
  'Accept-Language',
  'User-Agent',
  'X-Forwarded-For',
  'Authorization',
  'Accept-Encoding',
];

describe.each(ECHOED_HEADERS)('in %s', (name) => {
  test.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['NUL', '\0'],
    ['an empty line', '\n\n'],
  ])('a bare %s is refused as a malformed request', async (_, end) => {
    const loggedBefore = service.logLines.length;
    const answer = await request('DELETE /dc/api/v1/countries/1', { [name]: `"1"${end}${INJECTED_LINE}` });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(headOf(answer)).not.toMatch(/x-injected/i);
    expect(service.logLines.slice(loggedBefore)).toEqual([]);
  });

  test.each([
    ['encoded', `%0d%0a${INJECTED_LINE}%0D%0A`],
    ['escaped', `\\r\\n${INJECTED_LINE}`],
    ['Unicode look-alikes', `\u560a\u560d${INJECTED_LINE}\u2028\u0085`],
    ['part of a forged log line', `{"level":60,"msg":"forged"}","msg":"forged`],
  ])('line breaks that are %s inject nothing', async (_, value) => {
    const loggedBefore = service.logLines.length;
    const token = { Authorization: `Bearer ${logReader.token}` };
    const answer = await request('DELETE /dc/api/v1/countries/4294967295', { ...token, [name]: value });
    expect(answer).toMatch(/^HTTP\/1\.1 4(01|04|22|28) /);
    expect(headOf(answer)).not.toMatch(/injected|forged/i);
    expect(service.logLines.slice(loggedBefore)).toMatchObject([
      { msg: 'request', path: '/dc/api/v1/countries/4294967295' },
    ]);
    expect(JSON.stringify(service.logLines.slice(loggedBefore))).not.toMatch(/injected|forged/i);
  });
});

test.each([
  '=1+1',
  '@SUM(1)',
  '","=1+1","',
  '<script>alert(1)</script>',
  "' or 1=1 -- ",
  '\u009b2Jx',
])('a forwarded address “%s” is treated as data in the log and its export', async (address) => {
  const username = `nobody at ${address}`;
  const body = JSON.stringify({ username, password: 'wrong password' });
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
  expect(await request('POST /dc/api/v1/auth/login', headers, body)).toMatch(/^HTTP\/1\.1 422 /);
  const { items } = await logReader.ok('listUserLogs', { query: { user: username } });
  expect(items).toMatchObject([{ act: 'signInFailed', username }]);
  const query = new URLSearchParams({ format: 'csv', user: username });
  const csv = await (await logReader.raw('GET', `/dc/api/v1/user-logs/export?${query}`)).text();
  expect(csv.trimEnd().split('\n')).toHaveLength(2);
  expect(csv).not.toMatch(/(^|,)"?[=+\-@]/m);
  expect(csv.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('an export is an attachment with the contract’s file name for any query', async () => {
  for (const format of ['csv', 'ndjson']) {
    const query = new URLSearchParams({ format, user: `x"\r\n${INJECTED_LINE}`, about: '../../x.html' });
    const { headers } = await logReader.raw('GET', `/dc/api/v1/user-logs/export?${query}`);
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="user-log.${format}"`);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Type')).not.toMatch(/html|javascript/);
    expect(headers.get('X-Injected')).toBeNull();
  }
});
