import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBilingualRefusal } from '../kit/client.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let stations: ReturnType<typeof createEntityClient<'EurailStation'>>;
let lastUicNumber = 8_000_900;
const nextUicCode = () => String(++lastUicNumber);
beforeAll(async () => {
  service = await startService();
  stations = createEntityClient(service, 'EurailStation');
});
afterAll(() => service.stop());

describe('the code of a European station', () => {
  test('is the UIC code if there is one, regardless of the code that is sent', async () => {
    for (const changes of [{}, { code: null }, { code: 'OTHER-1' }]) {
      const uicCode = nextUicCode();
      const { code: _, ...body } = await stations.newBody({ uicCode });
      const { record } = await (await service.as('editor')).ok(
        'createEurailStation',
        { body: { ...body, ...changes } },
        201,
      );
      const { id } = record;
      expect((await stations.get(id)).record).toMatchObject({ code: uicCode, uicCode });
    }
  });

  test('is the code that was sent if there is no UIC code, until one is added', async () => {
    const stationCode = await stations.freeCode();
    const station = await stations.createPending({ code: stationCode.toLowerCase() });
    expect(station).toMatchObject({ code: stationCode, uicCode: null });
    const uicCode = nextUicCode();
    expect((await stations.update(station, { uicCode })).record).toMatchObject({ code: uicCode, uicCode });
    expect(await stations.createPending({ code: stationCode })).toMatchObject({ code: stationCode });
  });

  test('cannot be missing together with the UIC code', async () => {
    const { code: _, ...body } = await stations.newBody();
    const texts = ['这项与代码至少填一项', 'Enter this or the code'];
    for (const sentBody of [body, { ...body, uicCode: null, code: null }])
      expect(
        await expectBilingualRefusal(
          await service.as('editor'),
          'createEurailStation',
          { body: sentBody },
          'validationError',
        ),
      ).toMatchObject({ fields: [['/uicCode', 'oneNeeded', ...texts]] });
  });

  test('is unique, and refused at the field that was sent', async () => {
    const texts = ['欧洲铁路车站代码已存在', 'European station code already exists'];
    const { uicCode } = await stations.createPending({ code: null, uicCode: nextUicCode() });
    const { code } = await stations.createPending();
    for (const [pointer, changes] of [
      ['/uicCode', { code: null, uicCode }],
      ['/code', { code: uicCode }],
      ['/code', { code: code.toLowerCase() }],
    ] as const)
      expect(await stations.expectRefusal.create(changes, 'duplicateCode')).toMatchObject({
        fields: [[pointer, 'duplicateCode', ...texts]],
        messages: texts,
      });
    const otherStation = await stations.createPending();
    expect((await stations.expectRefusal.update(otherStation, { uicCode }, 'duplicateCode')).fields).toEqual([
      ['/uicCode', 'duplicateCode', ...texts],
    ]);
  });
});

test('the names of operators are converted to upper case, their codes are not, and both can be searched', async () => {
  const operatorCodes = [
    { operator: 'db', code: 'Kx.77' },
    { operator: 'Sncf', code: 'FRxyz' },
  ];
  const { id } = await stations.createPending({ operatorCodes });
  expect((await stations.get(id)).record.operatorCodes).toEqual([
    { operator: 'DB', code: 'Kx.77' },
    { operator: 'SNCF', code: 'FRxyz' },
  ]);
  for (const q of ['kx77', 'KX.77', 'frxyz']) expect(await stations.findIds(q)).toEqual([id]);
  expect(await stations.findIds('sncf frxyz')).toEqual([]);
});

describe('a cycle of parents', () => {
  const cycleRefusal = [
    [
      '/parent',
      'circle',
      '上级车站不能是它自己或它的下级',
      'A station cannot be its own parent, directly or indirectly',
    ],
  ];

  test('is refused for itself, a child and a grandchild', async () => {
    const grandparent = await stations.createPending();
    const parentStation = await stations.createPending({ parent: grandparent.code });
    const grandchild = await stations.createPending({ parent: parentStation.code });
    expect((await stations.get(grandchild.id)).labels).toMatchObject({
      eurail_station: { [parentStation.code]: { name: parentStation.name } },
    });
    for (const { code } of [grandparent, parentStation, grandchild])
      expect((await stations.expectRefusal.update(grandparent, { parent: code })).fields).toEqual(cycleRefusal);
    await stations.update(grandchild, { parent: grandparent.code });
    expect((await stations.list({ parent: grandparent.code })).items.map(({ id }) => id).sort()).toEqual([
      parentStation.id,
      grandchild.id,
    ]);
  });

  test('is refused when a change that would close the cycle is approved', async () => {
    const [firstStation, secondStation] = [await stations.createActive(), await stations.createActive()];
    await stations.update(firstStation, { parent: secondStation.code }, 202);
    await stations.update(secondStation, { parent: firstStation.code }, 202);
    expect(await stations.approve(firstStation)).toMatchObject({ parent: secondStation.code });
    expect((await stations.expectRefusal.approve(secondStation)).fields).toEqual(cycleRefusal);
    expect((await stations.get(secondStation.id)).record).toEqual(secondStation);
  });

  test('is refused when a version that would close the cycle is restored', async () => {
    const grandparent = await stations.createPending();
    const station = await stations.createPending({ parent: grandparent.code });
    const { record: detached } = await stations.update(station, { parent: null });
    await stations.update(grandparent, { parent: station.code });
    expect((await stations.expectRefusal.restore(detached, 1)).fields).toEqual(cycleRefusal);
  });

  test('is refused for one of two simultaneous changes', async () => {
    const [firstStation, secondStation] = [await stations.createPending(), await stations.createPending()];
    const editor = await service.as('editor');
    const replies = await Promise.all([
      editor.call('updateEurailStation', stations.updateParts(firstStation, { parent: secondStation.code })),
      editor.call('updateEurailStation', stations.updateParts(secondStation, { parent: firstStation.code })),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

test('a parent cannot be deleted, and its children are listed', async () => {
  const parent = await stations.createPending();
  const { id, code, name } = await stations.createPending({ parent: parent.code });
  const { references } = await stations.expectRefusal.remove(parent, 'inUse');
  expect(references).toEqual({
    total: 1,
    totals: { eurail_station: 1 },
    items: [{ entity: 'eurail_station', id, code, name }],
  });
});

test.each([
  ['80', 'DE', []],
  ['44', 'BA', []],
  ['50', 'BA', []],
  ['87', 'DE', [{ pointer: '/uicCode', rule: 'uicPrefix' }]],
  // The prefixes are known for European countries only.
  ['87', 'MA', []],
  ['87', null, []],
])('a UIC code that begins with %s in %s causes the warnings %j', async (prefix, country, warnings) => {
  const uicCode = `${prefix}${nextUicCode().slice(2)}`;
  const { id } = await stations.createPending({
    code: null,
    uicCode,
    country,
    latitude: null,
    longitude: null,
    timezone: null,
  });
  expect((await stations.get(id)).record.warnings).toEqual(warnings);
});

test('the list can be filtered by main stations', async () => {
  const mainStation = await stations.createPending({ isMain: true });
  const otherStation = await stations.createPending({ isMain: false });
  const codes = async (isMain: boolean) =>
    (await stations.list({ isMain, pageSize: 100, sort: '-createTime' })).items.map(({ code }) => code);
  expect(await codes(true)).toContain(mainStation.code);
  expect(await codes(true)).not.toContain(otherStation.code);
  expect(await codes(false)).toContain(otherStation.code);
  expect(await codes(false)).not.toContain(mainStation.code);
});
