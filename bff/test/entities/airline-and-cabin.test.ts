import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

const createClients = (service: Service) => ({
  airlines: createEntityClient(service, 'Airline'),
  cabins: createEntityClient(service, 'Cabin'),
  cities: createEntityClient(service, 'City'),
});
let service: Service;
let clients: ReturnType<typeof createClients>;
beforeAll(async () => {
  service = await startService();
  clients = createClients(service);
});
afterAll(() => service.stop());

describe('an airline', () => {
  test('stores its accounting code as text with leading zeros', async () => {
    const { id } = await clients.airlines.createPending({ iataAccountingCode: '016' });
    const { record } = await clients.airlines.get(id);
    expect(record.iataAccountingCode).toBe('016');
    const [row] = await service.db('airline').where({ id });
    expect(row.iata_accounting_code).toBe('016');
  });

  test.each(['http://a.example', 'https://中国.example/路径?q=1#top'])('has the website %s', async (website) => {
    const { id } = await clients.airlines.createPending({ website });
    expect((await clients.airlines.get(id)).record.website).toBe(website);
  });

  test('has its codes converted to upper case', async () => {
    const code = await clients.airlines.freeCode();
    const { id } = await clients.airlines.createPending({ code: code.toLowerCase(), icaoCode: 'qqq', country: 'fr' });
    expect((await clients.airlines.get(id)).record).toMatchObject({ code, icaoCode: 'QQQ', country: 'FR' });
  });
});

describe('a cabin', () => {
  const texts = ['舱位代码已存在', 'Cabin code already exists'];
  const duplicateRefusal = { fields: [['/code', 'duplicateCode', ...texts]], messages: texts };

  test.each([null, 'CA'])('of airline %s has a unique code', async (airline) => {
    const { code } = await clients.cabins.createPending({ airline });
    const otherCabin = await clients.cabins.createPending({ airline: 'MU', code });
    expect(
      await clients.cabins.expectRefusal.create({ airline, code: code.toLowerCase() }, 'duplicateCode'),
    ).toMatchObject(duplicateRefusal);
    expect(await clients.cabins.expectRefusal.update(otherCabin, { airline }, 'duplicateCode')).toMatchObject(
      duplicateRefusal,
    );
    expect((await clients.cabins.list({ code, sort: 'createTime' })).items.map((item) => item.airline)).toEqual([
      airline,
      'MU',
    ]);
  });

  test('cannot move to an airline where a cabin with its code was created after the proposal', async () => {
    const cabin = await clients.cabins.createActive({ airline: 'CA' });
    await clients.cabins.update(cabin, { airline: null }, 202);
    const { code } = await clients.cabins.createPending({ code: cabin.code });
    expect(await clients.cabins.expectRefusal.approve(cabin, 'duplicateCode')).toMatchObject(duplicateRefusal);
    expect((await clients.cabins.list({ code })).total).toBe(2);
  });

  test('stores its booking classes in the order sent, and the order 0', async () => {
    const { id } = await clients.cabins.createPending({ bookingClasses: ['Y', 'B', 'A'], order: 0 });
    expect((await clients.cabins.get(id)).record).toMatchObject({ bookingClasses: ['Y', 'B', 'A'], order: 0 });
  });
});

test('a city in China or without a country may have a GB/T code', async () => {
  for (const country of ['CN', 'cn', null]) {
    const { id } = await clients.cities.createPending({ country, cnCode: '110100' });
    expect((await clients.cities.get(id)).record.cnCode).toBe('110100');
  }
  const city = await clients.cities.createPending({ country: null, cnCode: '110100' });
  expect((await clients.cities.expectRefusal.update(city, { country: 'TW' })).fields).toEqual([
    ['/cnCode', 'chinaOnly', '只用于中国大陆的城市', 'Only for cities in mainland China'],
  ]);
});
