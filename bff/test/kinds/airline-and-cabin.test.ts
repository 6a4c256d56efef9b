import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKindClient } from '../kit/kinds.ts';
import { type Service, startService } from '../kit/service.ts';

const createClients = (service: Service) => ({
  airlines: createKindClient(service, 'Airline'),
  cabins: createKindClient(service, 'Cabin'),
  cities: createKindClient(service, 'City'),
});
let service: Service;
let kinds: ReturnType<typeof createClients>;
beforeAll(async () => {
  service = await startService();
  kinds = createClients(service);
});
afterAll(() => service.stop());

describe('an airline', () => {
  test('stores its accounting code as text with leading zeros', async () => {
    const { id } = await kinds.airlines.createPending({ iataAccountingCode: '016' });
    const { record } = await kinds.airlines.get(id);
    expect(record.iataAccountingCode).toBe('016');
    const [row] = await service.db('airline').where({ id });
    expect(row.iata_accounting_code).toBe('016');
  });

  test.each(['http://a.example', 'https://中国.example/路径?q=1#top'])('has the website %s', async (website) => {
    const { id } = await kinds.airlines.createPending({ website });
    expect((await kinds.airlines.get(id)).record.website).toBe(website);
  });

  test('has its codes converted to upper case', async () => {
    const code = await kinds.airlines.freeCode();
    const { id } = await kinds.airlines.createPending({ code: code.toLowerCase(), icaoCode: 'qqq', country: 'fr' });
    expect((await kinds.airlines.get(id)).record).toMatchObject({ code, icaoCode: 'QQQ', country: 'FR' });
  });
});

describe('a cabin', () => {
  const texts = ['舱位代码已存在', 'Cabin code already exists'];
  const duplicateRefusal = { fields: [['/code', 'duplicateCode', ...texts]], messages: texts };

  test.each([null, 'CA'])('of airline %s has a unique code', async (airline) => {
    const { code } = await kinds.cabins.createPending({ airline });
    const other = await kinds.cabins.createPending({ airline: 'MU', code });
    expect(
      await kinds.cabins.expectRefusal.create({ airline, code: code.toLowerCase() }, 'duplicateCode'),
    ).toMatchObject(duplicateRefusal);
    expect(await kinds.cabins.expectRefusal.update(other, { airline }, 'duplicateCode')).toMatchObject(
      duplicateRefusal,
    );
    expect((await kinds.cabins.list({ code, sort: 'createTime' })).items.map((item) => item.airline)).toEqual([
      airline,
      'MU',
    ]);
  });

  test('cannot be moved to an airline where its code was created since the proposal', async () => {
    const cabin = await kinds.cabins.createActive({ airline: 'CA' });
    await kinds.cabins.update(cabin, { airline: null }, 202);
    const { code } = await kinds.cabins.createPending({ code: cabin.code });
    expect(await kinds.cabins.expectRefusal.approve(cabin, 'duplicateCode')).toMatchObject(duplicateRefusal);
    expect((await kinds.cabins.list({ code })).total).toBe(2);
  });

  test('stores its booking classes in the order sent, and the order 0', async () => {
    const { id } = await kinds.cabins.createPending({ bookingClasses: ['Y', 'B', 'A'], order: 0 });
    expect((await kinds.cabins.get(id)).record).toMatchObject({ bookingClasses: ['Y', 'B', 'A'], order: 0 });
  });
});

test('a city in China has a GB/T code, one without a country may', async () => {
  for (const country of ['CN', 'cn', null]) {
    const { id } = await kinds.cities.createPending({ country, cnCode: '110100' });
    expect((await kinds.cities.get(id)).record.cnCode).toBe('110100');
  }
  const city = await kinds.cities.createPending({ country: null, cnCode: '110100' });
  expect((await kinds.cities.expectRefusal.update(city, { country: 'TW' })).fields).toEqual([
    ['/cnCode', 'chinaOnly', '只用于中国的城市', 'Only for cities in China'],
  ]);
});
