import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import type { Client } from '../kit/client.ts';
import type { EntityName } from '../kit/complete-bodies.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;
const ids = new Map<EntityName, number>();

const names = (zh: string, aliases: string[] = []) => ({
  locales: { 'zh-CN': { name: zh }, fr: { name: 'Çà', aliases } },
});

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  const add = async <K extends EntityName>(
    entity: K,
    fields: Parameters<ReturnType<typeof createEntityClient<K>>['createPending']>[0],
  ) => {
    ids.set(entity, (await createEntityClient(service, entity).createPending(fields)).id);
  };
  await add('City', {
    code: 'QXQX',
    name: 'Saint Ügo',
    cnCode: '987654',
    iataCode: 'QXJ',
    ...names('骊靬古城', ['Likan']),
  });
  await add('Airport', {
    code: 'QX-0042',
    name: 'Ügo Field',
    icaoCode: 'QXQX',
    pinyin: 'kuangjia chang',
    ...names('旷家机场'),
  });
  await add('Airline', {
    code: 'Q0',
    name: 'Ügo Air',
    icaoCode: 'QXA',
    iataAccountingCode: '007',
    ...names('骊靬航空'),
  });
  await add('Cabin', { code: 'QX', name: 'Ügo Class', ...names('骊靬舱') });
  await add('Protocol', { code: 'QX-2026-7', name: 'Ügo Deal', ...names('骊靬协议') });
  await add('TrainStation', {
    telegraphCode: 'QXQ',
    name: '骊靬北',
    pinyin: 'liqian bei',
    pinyinInitials: 'lqb',
    locales: { en: { name: 'Ügo North' } },
  });
  await add('EurailStation', {
    code: null,
    uicCode: '8099123',
    eurailCode: 'QXEU',
    name: 'Ügo Hbf',
    ...names('骊靬中央车站'),
    operatorCodes: [{ operator: 'DB', code: 'BQX-7' }],
  });
  await add('Rate', { base: 'XAU', quote: 'XPT', source: 'Ügo Bank' });
});
afterAll(() => service.stop());

/** Texts that find the record of each entity: codes, names, pinyin, and parts and prefixes of them. */
const searchTexts: { [K in EntityName]?: string } = {
  City: 'qxqx|987654|9876|qxj|ugo|saint ü|likan|ca|骊靬|靬古|城|liqiangucheng|gucheng|lqgc',
  Airport: 'QX-0042|qx0042|0042|qxqx|ugo field|旷家|kuangjia|kuangjiachang|kjjc|jiajichang',
  Airline: 'Q0|qxa|007|ugo air|靬航空|liqianhangkong|qianhangk|lqhk',
  Cabin: 'qx|ügo class|靬舱|liqiancang|lqc',
  Protocol: 'QX-2026-7|qx20267|qx 2026|ugo deal|靬协议|xieyi|lqxy',
  TrainStation: 'qxq|骊靬北|靬北|liqian|liqianbei|lqb|ugo north',
  EurailStation: '8099123|80991|qxeu|bqx7|BQX-7|ugo hbf|中央车站|zhongyang|lqzycz',
  Rate: 'xau|XPT|xau xpt|ugo bank|xau/xpt ugo',
};
const cases = Object.entries(searchTexts).flatMap(([entity, texts]) =>
  texts.split('|').map((q): [EntityName, string] => [entity as EntityName, q]),
);

test('every entity except country, which has its own tests, is covered', () => {
  const expectedEntities = entities.map(({ singular }) => singular).filter((name) => name !== 'Country');
  expect(Object.keys(searchTexts).sort()).toEqual(expectedEntities.sort());
});

test.each(cases)('%s is found by %s', async (entity, q) => {
  expect(await createEntityClient(service, entity).findIds(q)).toContain(ids.get(entity));
});

test.each(
  Object.keys(searchTexts) as EntityName[],
)('%s is found among all entities by code, name and pronunciation', async (name) => {
  const { key } = entities.find(({ singular }) => singular === name) ?? {};
  const entityTexts = searchTexts[name]?.split('|') ?? [];
  for (const q of [entityTexts[0] ?? '', entityTexts.at(-1) ?? '']) {
    const { items } = await viewer.ok('searchRecords', { query: { q, limit: 50 } });
    expect(items.filter(({ entity }) => entity === key).map(({ id }) => id)).toContain(ids.get(name));
  }
});

test.each<[EntityName, string]>([
  // These are codes of references, operators and other records, and characters in another order.
  ['City', 'CN'],
  ['EurailStation', 'DB'],
  ['Airport', '007'],
  ['Rate', 'CNY'],
  ['TrainStation', '靬骊'],
])('%s is not found by %s', async (entity, q) => {
  expect(await createEntityClient(service, entity).findIds(q)).not.toContain(ids.get(entity));
});

test('a rate is suggested by its title instead of a code', async () => {
  const { items } = await viewer.ok('searchRecords', { query: { q: 'xau', limit: 50 } });
  const rate = { entity: 'rate_board', id: ids.get('Rate'), code: null, name: 'XAU/XPT Ügo Bank', status: 'pending' };
  expect(items).toContainEqual({ ...rate, locales: {} });
});

test('suggestions come from all entities, with matching codes first', async () => {
  const { items } = await viewer.ok('searchRecords', { query: { q: 'ugo', limit: 50 } });
  expect(new Set(items.map(({ entity }) => entity)).size).toBe(ids.size);
  const findFirst = async (q: string) => (await viewer.ok('searchRecords', { query: { q } })).items[0];
  expect(await findFirst('qx')).toMatchObject({ entity: 'cabin', code: 'QX' });
  expect(await findFirst('QXQ')).toMatchObject({ entity: 'train_station', code: 'QXQ' });
  expect(await findFirst('8099123')).toMatchObject({ entity: 'eurail_station', id: ids.get('EurailStation') });
});

test('the search text of a record follows its changes', async () => {
  const stations = createEntityClient(service, 'EurailStation');
  const id = ids.get('EurailStation') ?? 0;
  const { record } = await stations.get(id);
  await stations.update(record, { operatorCodes: [{ operator: 'DB', code: 'ZQX-8' }] });
  expect(await stations.findIds('bqx7')).toEqual([]);
  expect(await stations.findIds('zqx8')).toEqual([id]);
});
