import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { type Client, findOperation, readReply } from '../kit/client.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../kit/database/database-proxy.ts';
import { fillUserLog } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let proxy: DatabaseProxy;
let service: Service;
let exporter: Client;

const ENTRY_COUNT = 50_000;
const BATCH_COUNT = ENTRY_COUNT / 1000;

beforeAll(async () => {
  proxy = await startDatabaseProxy();
  service = await startService({}, proxy.routeUrl);
  await service.db('user_log').delete();
  exporter = await service.clientWith('user_log:export');
  await fillUserLog(service.db, ENTRY_COUNT);
});
afterAll(async () => {
  proxy.restore();
  await service.stop();
  await proxy.close();
});

const path = (query: string) => `/dc/api/v1/user-logs/export?${query}`;
const fetchFile = (query: string) => exporter.raw('GET', path(query));

describe('the file', () => {
  test('must not be cached, and has a file name', async () => {
    for (const [format, type] of [
      ['csv', 'text/csv; charset=utf-8'],
      ['ndjson', 'application/x-ndjson'],
    ]) {
      const response = await fetchFile(`format=${format}&act=roleChanged`);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'content-disposition': `attachment; filename="user-log.${format}"`,
        'cache-control': 'no-store',
      });
      await response.text();
    }
  });

  test('as ndjson has every entry that matches the filter, newest first', async () => {
    const lines = (await (await fetchFile('format=ndjson&act=signOut')).text()).trimEnd().split('\n');
    const ids = lines.map((text): number => JSON.parse(text).id);
    expect(ids).toEqual(await service.db('user_log').where('act', 'signOut').orderBy('time', 'desc').pluck('id'));
    const [newest] = lines.map((text): Schemas['UserLogEntry'] => JSON.parse(text));
    const log = await (await service.clientWith('user_log:read')).ok('listUserLogs', { query: { act: 'signOut' } });
    expect(newest).toEqual(log.items[0]);
  });

  test('as csv begins with a byte order mark and a header', async () => {
    const bytes = new Uint8Array(await (await fetchFile('format=csv&act=roleChanged&user=keeper')).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = new TextDecoder().decode(bytes).trimEnd().split('\n');
    expect(rows).toHaveLength(51);
    expect(rows[0]).toBe(
      'id,time,act,userId,username,targetKind,targetId,target,details,address,client'.replaceAll(/\w+/g, '"$&"'),
    );
    expect(rows[1]).toMatch(
      /^\d+,"2026-02-04T\d\d:\d\d:00\.000Z","roleChanged",1,"keeper","role",1,"role-4","\{""count"":1\}","10\.0\.0\.\d","Mozilla\/5\.0"$/,
    );
  });

  test('without entries has only the columns', async () => {
    expect(await (await fetchFile('format=csv&user=nobody')).text()).toMatch(/^"id",.*"client"\n$/);
    expect(await (await fetchFile('format=ndjson&user=nobody')).text()).toBe('');
  });

  test('is logged with its user and its query', async () => {
    await (await fetchFile('format=csv&user=no+body&from=2026-01-01T00%3A00%3A00Z')).text();
    const entry = await service.db('user_log').where('act', 'logExported').orderBy('id', 'desc').first();
    expect({ ...entry, details: JSON.parse(entry.details) }).toMatchObject({
      username: (await exporter.ok('getProfile')).username,
      target_kind: 'operation',
      target: 'exportUserLogs',
      details: { query: 'format=csv&user=no+body&from=2026-01-01T00%3A00%3A00Z' },
    });
  });
});

describe('errors before the first byte are answered as usual', () => {
  const operation = findOperation('exportUserLogs');
  const refusal = async (client: Client, query: string) => readReply(operation, await client.raw('GET', path(query)));

  test('for a missing permission, an invalid filter and an unreachable database', async () => {
    const reader = await service.clientWith('user_log:read');
    expect(await refusal(reader, 'format=csv')).toMatchObject({
      status: 403,
      data: { key: 'forbidden', permission: 'user_log:export' },
    });
    expect(await refusal(exporter, 'format=xlsx')).toMatchObject({
      status: 422,
      data: { fields: [{ pointer: '/query/format', rule: 'enum' }] },
    });
    proxy.disconnect();
    expect(await refusal(exporter, 'format=csv')).toMatchObject({ status: 503, data: { key: 'requestTimeout' } });
    proxy.restore();
  });
});

/** Starts a download whose body is read only as far as the test reads it. */
async function startDownload(query: string, encoding = 'identity'): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${exporter.token}`, 'Accept-Encoding': encoding };
  const [answer]: IncomingMessage[] = await once(get(service.url + path(query), { headers }), 'response');
  if (!answer) throw new Error('no answer');
  return answer;
}
const countStatements = (work: () => Promise<unknown>) => service.statementsDuring(work);

describe('the database is read only as fast as the client reads', () => {
  test.each(['identity', 'gzip'])('aborting the download (%s) stops reading from the database', async (encoding) => {
    const statementCount = await countStatements(async () => {
      const answer = await startDownload('format=csv', encoding);
      await once(answer, 'readable');
      answer.destroy();
      await expect.poll(() => service.logLines.at(-1)).toMatchObject({ msg: 'response aborted' });
    });
    service.logLines.length = 0;
    expect(statementCount).toBeLessThan(BATCH_COUNT / 2);
    // No further statements follow.
    expect(await countStatements(() => exporter.ok('getProfile'))).toBeLessThan(20);
  });

  test('a client that stops reading holds no connection and no transaction', async () => {
    const answer = await startDownload('format=ndjson');
    await once(answer, 'readable');
    const countBusyConnections = async () => {
      const [rows] = await service.db.raw(
        `SELECT COUNT(*) AS n FROM information_schema.innodb_trx t JOIN information_schema.processlist p
         ON p.id = t.trx_mysql_thread_id WHERE p.db = DATABASE() AND p.id <> CONNECTION_ID()`,
      );
      return rows[0].n;
    };
    // InnoDB caches this value for 100 ms, so faster polling would return old values.
    await expect.poll(countBusyConnections, { interval: 250 }).toBe(0);
    const idsBefore = await service.db('user_log').pluck('id');
    let receivedLines = 0;
    const statementCount = await countStatements(async () => {
      for await (const chunk of answer) receivedLines += String(chunk).split('\n').length - 1;
    });
    expect(statementCount).toBeGreaterThan(BATCH_COUNT / 2);
    // The entry that logs this export is not part of it.
    expect(receivedLines).toBe(idsBefore.length - 1);
  });

  test.each(['identity', 'gzip'])('an outage (%s) aborts the download', async (encoding) => {
    const answer = await startDownload('format=csv', encoding);
    await once(answer, 'readable');
    proxy.disconnect();
    answer.resume();
    await expect(once(answer, 'end')).rejects.toThrow('aborted');
    proxy.restore();
    await exporter.ok('getProfile');
  });
});
