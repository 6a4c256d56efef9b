import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allOperations } from '../../src/http/contract.ts';
import { type Client, findOperation, readReply } from '../kit/client.ts';
import { bodyFrom, type Country, createCountryClient } from '../kit/countries.ts';
import { fillDataLog } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let exporter: Client & { username: string };
let country: Country;
let changedCountry: Country;

const ROW_COUNT = 30_000;

beforeAll(async () => {
  service = await startService();
  exporter = await service.clientWith('data_log:export');
  country = await createCountryClient(service).createPending();
  const body = bodyFrom(country, { name: '=1+1', symbol: '¤' });
  const editor = await service.as('editor');
  changedCountry = (await editor.ok('updateCountry', { path: { id: country.id }, ifMatch: 1, body })).record;
  await fillDataLog(service.db, ROW_COUNT);
});
afterAll(() => service.stop());

const path = (query: string) => `/api/v1/data-logs/export?${query}`;
const fetchFile = (query: string) => exporter.raw('GET', `/dc${path(query)}`);
const countryQuery = () => `entity=country&recordId=${country.id}&from=${encodeURIComponent(country.createTime)}`;

describe('the file', () => {
  test('as ndjson has each change that matches the filter, with the record before and after it', async () => {
    const response = await fetchFile(`format=ndjson&${countryQuery()}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="data-log.ndjson"',
      'cache-control': 'no-store',
    });
    const lines = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { action: 'update', changes: ['/name', '/symbol'], before: country, after: changedCountry },
      { action: 'create', changes: [], before: null, after: country },
    ]);
    const reader = await service.clientWith('data_log:read');
    const query = { entity: 'country', recordId: country.id, from: country.createTime } as const;
    const { items } = await reader.ok('listDataLogs', { query });
    expect(lines.map(({ before, after, ...entry }) => entry)).toEqual(items.map(({ values, ...entry }) => entry));
  });

  test('as csv begins with a byte order mark and a header, and has no formulas', async () => {
    const bytes = new Uint8Array(await (await fetchFile(`format=csv&${countryQuery()}`)).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, newest, ...furtherRows] = new TextDecoder().decode(bytes).trimEnd().split('\n');
    const columns =
      'seq,position,time,entity,recordId,code,name,action,version,actor,proposer,reason,changeSetId,changes,before,after';
    expect(head).toBe(columns.replaceAll(/\w+/g, '"$&"'));
    expect(newest).toMatch(
      /^\d+,,"[-\d]+T[:.\d]+Z","country",\d+,"\w+","'=1\+1","update",2,"editor",,,,"\/name \/symbol","\{""\w+"":/,
    );
    expect(furtherRows).toHaveLength(1);
  });

  test('with more than one batch has every change once', { tags: ['slow'] }, async () => {
    const lines = (await (await fetchFile('format=ndjson')).text()).trimEnd().split('\n');
    const seqs = new Set(lines.map((line): number => JSON.parse(line).seq));
    expect(lines.length).toBeGreaterThan(ROW_COUNT);
    expect(seqs.size).toBe(lines.length);
    expect([...seqs].sort((a, b) => a - b)).toEqual(await service.db('data_log').orderBy('seq').pluck('seq'));
  });

  test('is logged with its user and its query', async () => {
    await (await fetchFile('format=csv&actor=no+body')).text();
    const entry = await service.db('user_log').where('act', 'dataLogExported').orderBy('id', 'desc').first();
    expect({ ...entry, details: JSON.parse(entry.details) }).toMatchObject({
      username: exporter.username,
      target_kind: 'operation',
      target: 'exportDataLogs',
      details: { query: 'format=csv&actor=no+body' },
    });
  });

  test('can be downloaded once with a ticket', async () => {
    const target = path('format=csv&actor=nobody');
    const { ticket } = await exporter.ok('createTicket', { body: { path: target } }, 201);
    const download = () => service.anonymous.raw('GET', `/dc${target}&ticket=${ticket}`);
    expect(await (await download()).text()).toMatch(/^"seq",.*"after"\n$/);
    expect((await download()).status).toBe(401);
  });
});

test('errors before the first byte are answered as usual', async () => {
  const refusal = async (client: Client, query: string) =>
    readReply(findOperation('exportDataLogs'), await client.raw('GET', `/dc${path(query)}`));
  expect(await refusal(await service.clientWith('data_log:read'), 'format=csv')).toMatchObject({
    status: 403,
    data: { key: 'forbidden', permission: 'data_log:export' },
  });
  expect(await refusal(exporter, 'format=csv&recordId=1')).toMatchObject({
    status: 422,
    data: { fields: [{ pointer: '/query/recordId', rule: 'together' }] },
  });
});

test('the contract has no operation that writes the log', () => {
  const methods = allOperations.filter(({ path }) => path.includes('data-logs')).map(({ method }) => method);
  expect(methods).toContain('get');
  expect(methods.filter((method) => method !== 'get')).toEqual([]);
});
