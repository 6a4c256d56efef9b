import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

const createClients = (service: Service) => ({
  countries: createEntityClient(service, 'Country'),
  cities: createEntityClient(service, 'City'),
  airports: createEntityClient(service, 'Airport'),
});
let service: Service;
let clients: ReturnType<typeof createClients>;
beforeAll(async () => {
  service = await startService();
  clients = createClients(service);
});
afterAll(() => service.stop());

describe('moving a city with airports or stations to another country', () => {
  const refusal = (zh: string, en: string) => [
    [
      '/country',
      'placesElsewhere',
      `这个城市有 ${zh}在其他国家/地区，请先把它们移到其他城市`,
      `This city has ${en} in another country. Move those to another city first`,
    ],
  ];
  const refusalForOneAirport = refusal('1 个机场', '1 airport');

  test('is refused with the number of them in any status, and those without a country do not prevent it', async () => {
    const city = await clients.cities.createPending({ country: 'FR' });
    await clients.airports.createPending({ city: city.code, country: null });
    const { record } = await clients.cities.update(city, { country: 'DE' });
    const airports = [
      await clients.airports.createPending({ city: city.code, country: 'DE' }),
      await clients.airports.createActive({ city: city.code, country: 'DE' }),
    ];
    expect((await clients.cities.expectRefusal.update(record, { country: 'FR' })).fields).toEqual(
      refusal('2 个机场', '2 airports'),
    );
    const station = await createEntityClient(service, 'EurailStation').createPending({
      city: city.code,
      country: 'DE',
    });
    expect((await clients.cities.expectRefusal.update(record, { country: 'FR' })).fields).toEqual(
      refusal('2 个机场、1 个欧洲铁路车站', '2 airports and 1 European station'),
    );
    const { record: renamedCity } = await clients.cities.update(record, { name: 'Stays' });
    const { record: cityWithoutCountry } = await clients.cities.update(renamedCity, { country: null });
    expect((await clients.cities.expectRefusal.update(cityWithoutCountry, { country: 'FR' })).fields).toHaveLength(1);
    for (const airport of airports.slice(0, 1)) await clients.airports.remove(airport);
    await createEntityClient(service, 'EurailStation').remove(station);
    expect((await clients.cities.expectRefusal.update(cityWithoutCountry, { country: 'FR' })).fields).toEqual(
      refusalForOneAirport,
    );
    expect((await clients.cities.update(cityWithoutCountry, { country: 'DE' })).record.country).toBe('DE');
  });

  test('is refused when proposed, approved and restored', async () => {
    const city = await clients.cities.createActive({ country: 'FR' });
    await clients.cities.update(city, { country: 'DE' }, 202);
    const airport = await clients.airports.createPending({ city: city.code, country: 'FR' });
    expect((await clients.cities.expectRefusal.approve(city)).fields).toEqual(refusalForOneAirport);
    expect((await clients.cities.expectRefusal.update(city, { country: 'DE' })).fields).toEqual(refusalForOneAirport);
    expect((await clients.cities.get(city.id)).record).toEqual(city);
    await clients.airports.remove(airport);
    const movedCity = await clients.cities.approve(city);
    await clients.airports.createPending({ city: city.code, country: 'DE' });
    expect((await clients.cities.expectRefusal.restore(movedCity, 1)).fields).toEqual(refusalForOneAirport);
  });
});

test('the code of China cannot change while cities have Chinese codes', async () => {
  const { items } = await clients.countries.list({ code: 'CN' });
  const [china] = items;
  if (!china) throw new Error('There is no country CN.');
  const [{ n } = { n: 0 }] = await service.db('city').whereNotNull('cn_code').count({ n: '*' });
  const { fields } = await clients.countries.expectRefusal.update(china, { code: 'QZ' });
  expect(fields).toEqual([
    [
      '/code',
      'citiesOfChina',
      `有 ${n} 个城市填有中国行政区划代码，须先清除`,
      `Cities with a Chinese administrative code: ${n}. Clear those codes first`,
    ],
  ]);
});

describe('a city in another country', () => {
  const refusal = [['/city', 'otherCountry', '这个城市不在所选国家/地区', 'This city is in another country']];

  test('is refused in an update, which accepts a city of the same country or of none', async () => {
    const airport = await clients.airports.createPending();
    const { code } = await clients.cities.createPending({ country: null });
    expect((await clients.airports.expectRefusal.update(airport, { city: 'PAR' })).fields).toEqual(refusal);
    expect((await clients.airports.expectRefusal.update(airport, { country: 'FR' })).fields).toEqual(refusal);
    const { record } = await clients.airports.update(airport, { city: code });
    expect((await clients.airports.update(record, { city: 'PAR', country: null })).record.city).toBe('PAR');
  });

  test('is refused when a change is approved after the city has moved', async () => {
    const [city, airport] = [
      await clients.cities.createPending({ country: 'FR' }),
      await clients.airports.createActive(),
    ];
    await clients.airports.update(airport, { city: city.code, country: 'FR' }, 202);
    const { record: relocatedCity } = await clients.cities.update(city, { country: 'DE' });
    expect((await clients.airports.expectRefusal.approve(airport)).fields).toEqual(refusal);
    expect((await clients.airports.get(airport.id)).record).toEqual(airport);
    await clients.cities.update(relocatedCity, { country: 'FR' });
    expect(await clients.airports.approve(airport)).toMatchObject({ city: city.code, country: 'FR' });
  });

  test('is refused when an older version of an existing or deleted record is restored', async () => {
    const city = await clients.cities.createPending({ country: 'FR' });
    const airport = await clients.airports.createPending({ city: city.code, country: 'FR' });
    const { record: changedAirport } = await clients.airports.update(airport, { city: 'BJS', country: 'CN' });
    await clients.cities.update(city, { country: 'DE' });
    expect((await clients.airports.expectRefusal.restore(changedAirport, 1)).fields).toEqual(refusal);
    await clients.airports.remove(changedAirport);
    expect((await clients.airports.expectRefusal.restore(changedAirport, 1)).fields).toEqual(refusal);
    expect((await clients.airports.restore(changedAirport, 2)).record).toMatchObject({ city: 'BJS', version: 4 });
  });
});

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['US/Eastern', 'America/New_York'],
  ['Asia/Chongqing', 'Asia/Shanghai'],
  ['Europe/Oslo', 'Europe/Oslo'],
  ['Asia/Urumqi', 'Asia/Urumqi'],
  [null, null],
])('the time zone %s is stored as %s', async (sent, expected) => {
  const { id } = await clients.airports.createPending({ timezone: sent });
  expect((await clients.airports.get(id)).record.timezone).toBe(expected);
});

test.each([
  [40.08000049, 40.08],
  [40.0800006, 40.080001],
  [-0, 0],
  [-0.0000004, 0],
  [90, 90],
])('the latitude %s is stored as %s', async (sent, expected) => {
  const { id, latitude, version } = await clients.airports.createPending({ latitude: sent, longitude: 180 });
  const { record } = await clients.airports.get(id);
  expect([latitude, record.latitude, record.longitude]).toEqual([expected, expected, 180]);
  // Sending the same value again changes nothing.
  expect((await clients.airports.update(record, { latitude: sent })).record.version).toBe(version);
});

test('an ICAO code is unique in any case, and may be missing', async () => {
  await clients.airports.createPending({ icaoCode: 'QQQQ' });
  const texts = ['机场代码已存在', 'Airport code already exists'];
  expect(await clients.airports.expectRefusal.create({ icaoCode: 'qqqq' }, 'duplicateCode')).toMatchObject({
    fields: [['/icaoCode', 'duplicateCode', ...texts]],
    messages: texts,
  });
  for (const icaoCode of [null, null]) await clients.airports.createPending({ icaoCode });
});

describe('a place', () => {
  const outsideCountry = { pointer: '/latitude', rule: 'outsideCountry' };
  const otherTimeZone = { pointer: '/timezone', rule: 'timeZoneElsewhere' };

  test.each([
    ['in its country', {}, []],
    ['off its coast', { longitude: 140 }, [outsideCountry]],
    ['with another zone', { timezone: 'Europe/Paris' }, [otherTimeZone]],
    [
      'in another country',
      { latitude: 48.85, longitude: 2.35, timezone: 'Europe/Paris' },
      [outsideCountry, otherTimeZone],
    ],
    ['without coordinates', { latitude: null, longitude: null, timezone: null }, []],
    ['without a country', { country: null, city: null, longitude: 140 }, []],
  ])('%s is accepted with the warnings for it', async (_, changes, warnings) => {
    const airport = await clients.airports.createPending(changes);
    expect(airport.warnings).toEqual(warnings);
    expect((await clients.airports.get(airport.id)).record.warnings).toEqual(warnings);
    expect((await clients.airports.list({ code: airport.code })).items[0]?.warnings).toEqual(warnings);
    const { items } = await (await service.as('reviewer')).ok('listReviews', {
      query: { entity: 'airport', pageSize: 100 },
    });
    expect(items.find(({ id }) => id === airport.id)).toMatchObject({ warnings });
  });

  test('causes a warning in a proposal, but not in the unchanged record', async () => {
    const airport = await clients.airports.createActive();
    await clients.airports.update(airport, { longitude: 140 }, 202);
    const { items } = await (await service.as('reviewer')).ok('listReviews', {
      query: { entity: 'airport', pageSize: 100 },
    });
    expect(items.find(({ id }) => id === airport.id)).toMatchObject({ kind: 'proposal', warnings: [outsideCountry] });
    expect((await clients.airports.approve(airport)).warnings).toEqual([outsideCountry]);
  });
});

test('a country with cities and a city with airports cannot be deleted', async () => {
  const country = await clients.countries.createPending();
  const city = await clients.cities.createPending({ country: country.code });
  const airport = await clients.airports.createPending({ country: country.code, city: city.code });
  const referenceTo = (entity: string, { id, code, name }: typeof city | typeof airport) => ({
    entity,
    id,
    code,
    name,
  });
  expect((await clients.countries.expectRefusal.remove(country, 'inUse')).references).toEqual({
    total: 2,
    totals: { city: 1, airport: 1 },
    items: [referenceTo('city', city), referenceTo('airport', airport)],
  });
  expect((await clients.cities.expectRefusal.remove(city, 'inUse')).references).toEqual({
    total: 1,
    totals: { airport: 1 },
    items: [referenceTo('airport', airport)],
  });
});
