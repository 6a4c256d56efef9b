import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateBoard } from '#entities/rate-board.ts';
import { airport } from '../../src/entities/airport.ts';
import { city } from '../../src/entities/city.ts';
import { country } from '../../src/entities/country.ts';
import { entities } from '../../src/entities/index.ts';
import { protocol } from '../../src/entities/protocol.ts';
import { type Client, findOperation, readReply } from '../kit/client.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { exportPath, fetchExport, fetchExportedRecords, readTable, toRowObjects } from '../kit/files/export-files.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let exporter: Client & { username: string };
let viewer: Client;

beforeAll(async () => {
  service = await startService();
  exporter = await service.clientWith(...entities.map(({ key }) => `${key}:export`));
  viewer = await service.as('viewer');
});
afterAll(() => service.stop());

const codesOf = (records: { code?: string }[]) => records.map(({ code }) => code);

describe('the file', () => {
  test.each([
    [country, '<https://github.com/mledoze/countries>; rel="license"; title="world-countries, ODbL 1.0"'],
    [airport, null],
  ])('names the sources whose licences ask for it: $0.key', async (entity, link) => {
    const response = await exporter.raw('GET', `/dc${exportPath(entity, 'csv')}`);
    expect(response.headers.get('Link')).toBe(link);
    await response.arrayBuffer();
  });

  test.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['ndjson', 'application/x-ndjson'],
  ] as const)('as %s has its content type and a file name, and must not be cached', async (format, type) => {
    const response = await exporter.raw('GET', `/dc${exportPath(country, format)}`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename="country.${format}"`,
      'cache-control': 'no-store',
    });
    await response.arrayBuffer();
  });

  test('as ndjson has the records as the API returns them, ordered by id', async () => {
    const records = await fetchExportedRecords(exporter, country);
    expect(records).toHaveLength((await service.db('country').pluck('id')).length);
    expect(records.map(({ id }) => id)).toEqual(records.map(({ id }) => id).toSorted((a, b) => a - b));
    for (const record of records.slice(0, 3))
      expect(record).toEqual((await viewer.ok('getCountry', { path: { id: record.id } })).record);
  });

  test('as csv begins with a byte order mark, and has a column for each field and language', async () => {
    const file = await fetchExport(exporter, airport, 'csv', { code: 'PEK' });
    expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, row, ...furtherRows] = String(file).slice(1).trimEnd().split('\n');
    expect(furtherRows).toEqual([]);
    expect(head).toBe(
      [
        ...['code', 'name', 'country', 'city', 'continent', 'icaoCode', 'latitude', 'longitude', 'timezone', 'pinyin'],
        ...[
          'name[zh-CN]',
          'aliases[zh-CN]',
          'name[en]',
          'aliases[en]',
          'id',
          'status',
          'version',
          'updateTime',
          'updatedBy',
        ],
      ]
        .map((name) => `"${name}"`)
        .join(),
    );
    expect(row).toMatch(/^"PEK",".*北京.*"/);
    // Numbers have no quotes.
    expect(row).toMatch(/,4\d\.\d+,11\d\.\d+,"Asia\/Shanghai"/);
  });

  test('has name columns for every language that occurs in its records', async () => {
    const locales = { fr: { name: 'Ville' }, 'sr-Latn': { name: 'Grad', aliases: ['A', 'B;C'] } };
    const { id } = await createEntityClient(service, 'City').createPending({ locales });
    const [row] = toRowObjects(await readTable(await fetchExport(exporter, city, 'csv', { ids: String(id) }), 'csv'));
    expect(row).toMatchObject({
      'name[fr]': 'Ville',
      'name[sr-Latn]': 'Grad',
      'aliases[sr-Latn]': 'A;B\\;C',
      'name[en]': '',
    });
  });

  test.each([
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
  ])('as csv escapes formulas that begin with %s', async (sign) => {
    const name = `${sign}HYPERLINK("http://example.com")`;
    const { id } = await createEntityClient(service, 'City').createPending({
      name,
      locales: { en: { name, aliases: [name, 'x'] } },
    });
    const file = String(await fetchExport(exporter, city, 'csv', { ids: String(id) }));
    const cells = file.matchAll(/"((?:[^"]|"")*)"/g);
    const formulaCells = [...cells]
      .map(([, cell = '']) => cell.replaceAll('""', '"'))
      .filter((cell) => cell.includes('HYPER'));
    expect(formulaCells).toEqual([`'${name}`, `'${name}`, `'${name};x`]);
  });

  test.each(['\t', '\r', '\n'])('as csv escapes formulas after %j', async (sign) => {
    const { id } = await createEntityClient(service, 'Protocol').createPending({ terms: `${sign}=1+1` });
    expect(String(await fetchExport(exporter, protocol, 'csv', { ids: String(id) }))).toContain(`"'${sign}=1+1"`);
  });

  test('replaces control characters of a long text by symbols', async () => {
    const { id } = await createEntityClient(service, 'Protocol').createPending({ terms: 'a\u001b[31mb' });
    expect(String(await fetchExport(exporter, protocol, 'csv', { ids: String(id) }))).toContain('"a␛[31mb"');
  });

  test('without records has only the columns', async () => {
    const noMatch = { code: 'QQ' };
    expect(String(await fetchExport(exporter, country, 'csv', noMatch))).toMatch(/^\ufeff"code",.*"updatedBy"\n$/);
    expect(String(await fetchExport(exporter, country, 'ndjson', noMatch))).toBe('');
    await expect(readTable(await fetchExport(exporter, country, 'xlsx', noMatch), 'xlsx')).rejects.toMatchObject({
      key: 'noRows',
    });
  });
});

describe('an export contains', () => {
  test('the records that match filters, search and status, like the list', async () => {
    for (const query of [
      { continent: 'OC' },
      { q: '岛' },
      { name: 'i', continent: 'EU' },
      { currency: 'EUR' },
    ] as const) {
      const { items, total } = await viewer.ok('listCountries', { query: { ...query, pageSize: 100 } });
      expect(total).toBeGreaterThan(1);
      expect(total).toBeLessThanOrEqual(100);
      expect(codesOf(await fetchExportedRecords(exporter, country, query)).toSorted()).toEqual(
        codesOf(items).toSorted(),
      );
    }
    const { code } = await createEntityClient(service, 'City').createPending();
    expect(codesOf(await fetchExportedRecords(exporter, city, { status: 'pending' }))).toContain(code);
    expect(codesOf(await fetchExportedRecords(exporter, city, { status: 'active' }))).not.toContain(code);
  });

  test('the records with the given ids, regardless of other filters', async () => {
    const [firstCountry, secondCountry] = await fetchExportedRecords(exporter, country, { continent: 'OC' });
    const ids = [secondCountry?.id, firstCountry?.id, 4_294_967_295].join();
    expect(codesOf(await fetchExportedRecords(exporter, country, { ids }))).toEqual(
      codesOf([firstCountry ?? {}, secondCountry ?? {}]),
    );
    expect(await fetchExportedRecords(exporter, country, { ids, continent: 'AS' })).toHaveLength(2);
  });

  test('the rates of the board, or all rates', async () => {
    const { total } = await viewer.ok('listRates', { query: {} });
    const totalOfAll = (await viewer.ok('listRates', { query: { view: 'all' } })).total;
    expect(total).toBeLessThan(totalOfAll);
    expect(await fetchExportedRecords(exporter, rateBoard)).toHaveLength(total);
    expect(await fetchExportedRecords(exporter, rateBoard, { view: 'all' })).toHaveLength(totalOfAll);
  });

  test('the protocols of a validity', async () => {
    const agreements = createEntityClient(service, 'Protocol');
    const { code: expiredCode } = await agreements.createPending({ validFrom: '2019-01-01', validTo: '2019-12-31' });
    const { code: upcomingCode } = await agreements.createPending({ validFrom: '2999-01-01', validTo: null });
    const expiredCodes = codesOf(await fetchExportedRecords(exporter, protocol, { validity: 'expired' }));
    expect(expiredCodes).toContain(expiredCode);
    expect(expiredCodes).not.toContain(upcomingCode);
  });
});

describe('the user who exports', () => {
  test('is logged with the query', async () => {
    await fetchExport(exporter, city, 'csv', { q: '北京', status: 'active' });
    const entry = await service.db('user_log').where('act', 'recordsExported').orderBy('id', 'desc').first();
    expect({ ...entry, details: JSON.parse(entry.details) }).toMatchObject({
      username: exporter.username,
      target_kind: 'operation',
      target: 'exportCities',
      details: { query: 'format=csv&q=%E5%8C%97%E4%BA%AC&status=active' },
    });
  });

  test('may use a ticket once', async () => {
    const path = exportPath(airport, 'csv', { code: 'PEK' });
    const { ticket } = await exporter.ok('createTicket', { body: { path } }, 201);
    const download = () => service.anonymous.raw('GET', `/dc${path}&ticket=${ticket}`);
    expect(await (await download()).text()).toContain('"PEK"');
    expect((await download()).status).toBe(401);
  });

  test.each(
    entities.map((entity) => [entity.key, entity] as const),
  )('needs the permission of %s', async (key, entity) => {
    const reader = await service.clientWith(`${key}:read`);
    const operation = findOperation(`export${entity.plural}`);
    expect(await readReply(operation, await reader.raw('GET', `/dc${exportPath(entity, 'csv')}`))).toMatchObject({
      status: 403,
      data: { key: 'forbidden', permission: `${key}:export` },
    });
  });

  test.each([
    ['format', 'format=pdf', 'enum'],
    ['format', '', 'required'],
    ['ids', 'format=csv&ids=1,x', 'pattern'],
    ['ids', `format=csv&ids=${Array.from({ length: 101 }, (_, id) => id).join()}`, 'pattern'],
    ['page', 'format=csv&page=1', 'additionalProperties'],
  ])('gets a 422 for an invalid %s', async (name, query, rule) => {
    const operation = findOperation('exportCountries');
    expect(await readReply(operation, await exporter.raw('GET', `/dc${operation.path}?${query}`))).toMatchObject({
      status: 422,
      data: { fields: [{ pointer: `/query/${name}`, rule }] },
    });
  });
});
