import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import { completeBodies } from '../kit/complete-bodies.ts';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';
import { createSubscriberClient } from '../sync/subscribers.ts';

let service: Service;
let editor: Client;
let admin: Client;
let countries: ReturnType<typeof createCountryClient>;

beforeAll(async () => {
  service = await startService();
  [editor, admin] = await Promise.all([service.as('editor'), service.as('admin')]);
  countries = createCountryClient(service);
});
afterAll(() => service.stop());

type Row = Schemas['DryRun']['rows'][number];

const tryRows = async (rows: Row[], client: Client = editor) =>
  (await client.ok('dryRunCountries', { body: { rows } })).rows;

const readImpact = async (rows: Row[], client: Client = admin): Promise<Schemas['Impact']> => {
  const { impact } = await client.ok('dryRunCountries', { body: { rows, impact: true } });
  if (!impact) throw new Error('the answer has no impact');
  return impact;
};

const TABLES = ['data_log', 'change_outbox', 'proposal', 'review_writer', 'task', 'mail_outbox', 'country', 'user_log'];

const countRows = async (): Promise<number[]> =>
  Promise.all(TABLES.map(async (table) => Number((await service.db(table).count({ n: '*' }).first())?.n)));

const summaryOf = ({ code, data, changes }: Schemas['DryRunRow']) => [
  code,
  data?.fields?.map(({ pointer, rule }) => `${pointer} ${rule}`) ?? data?.permission ?? data?.key ?? changes,
];

test('each row is answered what its write would be answered, and nothing is written', async () => {
  const [pending, active, taken] = [
    await countries.createPending(),
    await countries.createActive(),
    await countries.createActive(),
  ];
  const body = await countries.countryBody();
  const before = await countRows();
  const rows = await tryRows([
    { changes: body },
    { changes: { ...body, alpha3Code: null } },
    { changes: { ...body, code: 'toolong', colour: 'red' } },
    { id: pending.id, version: pending.version, changes: { name: 'Renamed' } },
    { id: pending.id, version: pending.version, changes: { name: 'Renamed again' } },
    { id: active.id, version: active.version, changes: { name: 'Proposed', locales: { en: { name: 'Proposed' } } } },
    { id: active.id, version: active.version, changes: { code: taken.code } },
    { id: active.id, version: active.version, changes: { region: 'nowhere' } },
    { id: active.id, version: active.version, changes: { alpha3Code: null } },
    { id: active.id, version: active.version, changes: {} },
    { id: 4_294_967_295, version: 1, changes: {} },
  ]);
  expect(rows.map(summaryOf)).toEqual([
    [201, []],
    [409, ['/code duplicateCode']],
    [422, ['/colour additionalProperties', '/code pattern']],
    [200, ['/name']],
    [412, 'versionConflict'],
    [202, ['/name', '/locales/en']],
    [409, ['/code duplicateCode']],
    [422, ['/region enum']],
    [422, ['/alpha3Code requiredToApprove']],
    [200, []],
    [404, 'notFound'],
  ]);
  expect(await countRows()).toEqual(before);
  expect(await countries.get(pending.id)).toEqual(pending);
});

test('rows that change records without their version are refused together', async () => {
  const { id, version } = await countries.createPending();
  const changes = { name: 'Changed' };
  const body = {
    rows: [
      { id, version, changes },
      { id, changes },
    ],
  };
  const { fields } = await editor.expectRefusal('dryRunCountries', { body }, 'validationError');
  expect(fields).toMatchObject([{ pointer: '/rows/1/version', rule: 'required' }]);
});

test('a row that the caller may not write is refused, and the others are tried', async () => {
  const country = await countries.createPending();
  const client = await service.clientWith('country:read', 'country:create');
  const rows = await tryRows(
    [
      { changes: await countries.countryBody() },
      { id: country.id, version: country.version, changes: { name: 'Renamed' } },
    ],
    client,
  );
  expect(rows.map(summaryOf)).toEqual([
    [201, []],
    [403, 'country:update'],
  ]);
});

test('a new record found by its name is still found after a dry run of its change', async () => {
  const country = await countries.createPending({ name: 'Quendelmark' });
  await tryRows([
    { id: country.id, version: country.version, changes: { name: 'Elsewhere' } },
    { changes: await countries.countryBody({ code: country.code }) },
  ]);
  const { items } = await editor.ok('listCountries', { query: { q: 'Quendelmark' } });
  expect(items.map(({ id }) => id)).toEqual([country.id]);
});

test('the impact of a new code counts who refers to the record, and the versions that it writes', async () => {
  const country = await countries.createActive();
  const body = { code: 'QXB', name: 'QXB', country: country.code };
  const { record: city } = await editor.ok('createCity', { body }, 201);
  await editor.ok('createCity', { body: { ...body, code: 'QXC' } }, 201);
  const subscribers = await createSubscriberClient(service);
  const all = await subscribers.create({ entities: ['country', 'city'] });
  const some = await subscribers.create({ filter: { countries: [country.code] } });
  await subscribers.create({ filter: { statuses: ['rejected'] } });
  await subscribers.create({ active: false });

  const row = { id: country.id, version: country.version, changes: { code: await countries.freeCode() } };
  const counts = { total: 2, totals: { city: 2 } };
  const impact = await readImpact([row]);
  expect(impact).toMatchObject({ referrers: counts, referenceVersions: counts });
  const update = { enter: 0, leave: 0 };
  expect(impact.subscribers).toEqual({
    total: 2,
    enter: 0,
    update: 2,
    leave: 0,
    items: [
      { id: all.id, name: all.name, ...update, update: 3 },
      { id: some.id, name: some.name, ...update, update: 1 },
    ],
  });
  // without the permission to read subscribers there are counts only
  const reader = await service.clientWith('country:read', 'country:update');
  expect((await readImpact([row], reader)).subscribers).toEqual({ total: 2, enter: 0, update: 2, leave: 0 });
  expect(await countries.get(country.id)).toEqual(country);
  const { record } = await editor.ok('getCity', { path: { id: city.id } });
  expect(record).toEqual(city);
});

test('the impact tells which warnings begin and which end', async () => {
  const inChina = { country: 'CN', latitude: 39.9, longitude: 116.4 };
  const inFrance = { country: 'CN', latitude: 48.8, longitude: 2.3 };
  const create = async (code: string, values: object) =>
    (await editor.ok('createAirport', { body: { ...completeBodies.Airport(code), ...values } }, 201)).record;
  const [inside, outside] = [await create('QXD', inChina), await create('QXE', inFrance)];
  const { impact } = await editor.ok('dryRunAirports', {
    body: {
      impact: true,
      rows: [
        { id: inside.id, version: inside.version, changes: inFrance },
        { id: outside.id, version: outside.version, changes: inChina },
      ],
    },
  });
  const codes = ({ items }: Schemas['ImpactWarnings']) => items.map(({ code, rule }) => `${code} ${rule}`);
  expect(impact && codes(impact.warnings.opened)).toEqual(['QXD outsideCountry']);
  expect(impact && codes(impact.warnings.closed)).toEqual(['QXE outsideCountry']);
});

test('the impact names other change sets over the same fields, and counts those that the caller does not see', async () => {
  const country = await countries.createActive();
  const { changeSet } = await editor.ok('createChangeSet', { body: { title: 'New names' } }, 201);
  const item: Schemas['ChangeSetItemBody'] = {
    entity: 'country',
    action: 'update',
    recordId: country.id,
    recordVersion: country.version,
    values: bodyFrom(country, { name: 'In a set', symbol: '¤' }),
  };
  await editor.ok('addChangeSetItem', { path: { id: changeSet.id }, body: item }, 201);
  const { record: city } = await editor.ok('createCity', { body: { code: 'QXF', name: 'QXF' } }, 201);
  const row = (changes: Row['changes']) => ({ id: country.id, version: country.version, changes });
  const { changeSets } = await readImpact([row({ name: 'Live', region: null })]);
  expect(changeSets).toEqual({
    total: 1,
    items: [
      {
        id: changeSet.id,
        title: 'New names',
        status: 'open',
        records: [
          { entity: 'country', recordId: country.id, code: country.code, name: country.name, changes: ['/name'] },
        ],
      },
    ],
  });
  expect((await readImpact([row({ alpha3Code: 'QQQ' })])).changeSets.total).toBe(0);
  const pending = await countries.createPending();
  const refused = { id: pending.id, version: pending.version, changes: { code: country.code } };
  expect((await readImpact([refused])).subscribers.total, 'a refused row touches nothing').toBe(0);
  const deletion = { entity: 'city', action: 'delete', recordId: city.id, recordVersion: city.version } as const;
  await editor.ok('addChangeSetItem', { path: { id: changeSet.id }, body: deletion }, 201);
  const client = await service.clientWith('country:read', 'country:update');
  expect((await readImpact([row({ name: 'Live' })], client)).changeSets).toEqual({ total: 1, items: [] });
});

test('the impact of a change of status names the sets that change it, too, and those that delete the record', async () => {
  const { id: recordId, version: recordVersion, ...country } = await countries.createActive();
  const common = { entity: 'country', recordId, recordVersion } as const;
  const values = bodyFrom({ ...country, id: recordId, version: recordVersion }, { name: 'In a set' });
  const createSet = async (body: Schemas['ChangeSetItemBody']) => {
    const { changeSet } = await editor.ok('createChangeSet', { body: { title: 'A set' } }, 201);
    await editor.ok('addChangeSetItem', { path: { id: changeSet.id }, body }, 201);
    return changeSet.id;
  };
  const transition = await createSet({ ...common, action: 'transition', event: 'deactivate' });
  const others = [
    await createSet({ ...common, action: 'update', values, event: 'deactivate' }),
    await createSet({ ...common, action: 'delete' }),
  ];
  await createSet({ ...common, action: 'update', values });
  const { impact } = await admin.ok('getChangeSetImpact', { path: { id: transition } });
  const changes = impact?.changeSets.items.map(({ id, records }) => [id, records[0]?.changes]);
  expect(changes).toEqual([
    [others[0], ['/status']],
    [others[1], []],
  ]);
});
