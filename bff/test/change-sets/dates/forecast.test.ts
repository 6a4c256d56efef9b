import { expect, test } from 'vitest';
import type { Client } from '../../kit/client.ts';
import { completeBodies } from '../../kit/complete-bodies.ts';
import {
  cityTransitionItem,
  createCityItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
} from '../change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, createCity } = sets;
const [APRIL, MAY] = ['2098-04-10T00:00:00Z', '2098-05-10T00:00:00Z'];

type Listed = Record<string, unknown> & { code: string };

const listCities = async (query: object, client: Client = admin) =>
  (await client.ok('listCities', { query: { pageSize: 100, ...query } })).items;
const codesOf = (items: Listed[]) => items.map(({ code }) => code);

/** Without what only a release gives: ids of new records, and who wrote which version of those that refer to a renamed record, and when. */
const comparable = (items: Listed[]) =>
  items.map(({ id: _, version: __, createTime: ___, updateTime: ____, updatedBy: _____, ...rest }) => rest);

async function createAirport(code: string, city: string) {
  const body = { ...completeBodies.Airport(code), icaoCode: null, city };
  const { record } = await editor.ok('createAirport', { body }, 201);
  const approve = { event: 'approve', activate: true } as const;
  return (await reviewer.ok('transitionAirport', { path: { id: record.id }, ifMatch: record.version, body: approve }))
    .record;
}

const createAirportItem = (code: string, city: string): ItemBody => ({
  entity: 'airport',
  action: 'create',
  values: { ...completeBodies.Airport(code), icaoCode: null, city },
});

test('a future day shows what the sets due by then make of the records, as their release does', async () => {
  const [handedOver, deleted, ended] = [await createCity('FQZA'), await createCity('FQZD'), await createCity('FQZE')];
  await createAirport('FXA', 'FQZA');
  const first = await sets.schedule(
    [
      updateCityItem(handedOver, { code: 'FQZB' }),
      createCityItem('FQZA', { name: 'Successor' }),
      deleteCityItem(deleted),
      cityTransitionItem(ended, 'deactivate'),
      createAirportItem('FXB', 'FQZA'),
    ],
    '2098-04-06',
  );
  const second = await sets.schedule([updateCityItem(handedOver, { name: 'Later' })], '2098-05-06');

  const cities = (asOf: string) => listCities({ q: 'FQZ', sort: 'code', asOf });
  expect(codesOf(await listCities({ q: 'FQZ', sort: 'code' }))).toEqual(['FQZA', 'FQZD', 'FQZE']);
  expect(await cities(APRIL)).toMatchObject([
    { code: 'FQZA', name: 'Successor', status: 'active', version: 1, createdBy: 'editor' },
    { id: handedOver.id, code: 'FQZB', name: 'City FQZA', version: handedOver.version + 1, updatedBy: 'editor' },
    { id: ended.id, status: 'inactive' },
  ]);
  expect((await cities(MAY))[1]).toMatchObject({ code: 'FQZB', name: 'Later', updateTime: second.effectiveTime });
  expect(codesOf(await listCities({ q: 'FQZ', sort: '-updateTime', status: 'active', asOf: MAY }))).toEqual([
    'FQZB',
    'FQZA',
  ]);
  expect(await listCities({ code: 'FQZE', status: 'active', asOf: MAY })).toEqual([]);

  const airports = async (query: object) =>
    (await admin.ok('listAirports', { query: { sort: 'code', ...query } })).items;
  expect(codesOf(await airports({ city: 'FQZB', asOf: APRIL }))).toEqual(['FXA']);
  expect(codesOf(await airports({ city: 'FQZA', asOf: APRIL }))).toEqual(['FXB']);

  const [created] = await cities(APRIL);
  const path = { id: created?.id ?? 0 };
  expect((await admin.ok('getCity', { path, query: { asOf: APRIL } })).record).toEqual(created);
  await admin.expectRefusal('getCity', { path }, 'notFound');
  await admin.expectRefusal('getCity', { path: { id: deleted.id }, query: { asOf: APRIL } }, 'notFound');
  const [newAirport] = await airports({ city: 'FQZA', asOf: APRIL });
  const airport = await admin.ok('getAirport', { path: { id: newAirport?.id ?? 0 }, query: { asOf: APRIL } });
  expect(airport.labels).toMatchObject({ city: { FQZA: { name: 'Successor' } } });

  const { data, headers } = await admin.call('exportCities', { query: { format: 'ndjson', q: 'FQZ', asOf: APRIL } });
  const lines = String(data).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).code)).toEqual(['FQZB', 'FQZE', 'FQZA']);
  const position = headers.get('X-As-Of-Position');
  expect(position).toMatch(/^\d+$/);
  expect(headers.get('Content-Disposition')).toContain(`city-forecast-2098-04-10-position-${position}.ndjson`);
  for (const asOf of ['2098-04-10T16:30:00Z', '2098-04-11']) {
    const file = await admin.call('exportCities', { query: { format: 'ndjson', q: 'FQZ', asOf } });
    // a time is on the day that it is in the zone of the installation
    expect(file.headers.get('Content-Disposition')).toContain('city-forecast-2098-04-11-');
  }

  const query = { code: 'FXA,FXB', sort: 'code' };
  const forecast = [comparable(await cities(MAY)), comparable(await airports({ ...query, asOf: MAY }))];
  await sets.releaseDue(first, second);
  const released = [comparable(await listCities({ q: 'FQZ', sort: 'code' })), comparable(await airports(query))];
  expect(forecast).toEqual(released);
});

test('sets that would be held, those of kinds that the caller may not read, and later ones are left out', async () => {
  const city = await createCity('FLO');
  await sets.schedule([updateCityItem(city, { name: 'First' }), createAirportItem('FLX', 'BJS')], '2098-04-06');
  const names = async (asOf: string, client: Client = admin) =>
    (await listCities({ code: 'FLO', asOf }, client)).map(({ name }) => name);
  expect(await names(APRIL)).toEqual(['First']);
  expect(await names('2098-04-01')).toEqual(['City FLO']);
  const stranger = await service.clientWith('city:read', 'country:read');
  expect(await names(APRIL, stranger)).toEqual(['City FLO']);
  await editor.ok(
    'updateCity',
    {
      path: { id: city.id },
      ifMatch: city.version,
      body: { ...completeBodies.City('FLO'), name: 'Meanwhile' },
    },
    202,
  );
  const { proposal } = await admin.ok('getCityProposal', { path: { id: city.id } });
  const decision = { path: { id: city.id }, ifMatch: proposal.version, body: { decision: 'approve' as const } };
  await reviewer.ok('decideCityProposal', decision);
  expect(await names(APRIL)).toEqual(['Meanwhile']);
});
