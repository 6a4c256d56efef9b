import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBilingualRefusal } from '../kit/client.ts';
import { createKindClient } from '../kit/kinds.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let stations: ReturnType<typeof createKindClient<'EurailStation'>>;
let uic = 8_000_900;
const freeUic = () => String(++uic);
beforeAll(async () => {
  service = await startService();
  stations = createKindClient(service, 'EurailStation');
});
afterAll(() => service.stop());

describe('its code', () => {
  test('is the UIC code if there is one, whatever else is sent', async () => {
    for (const sent of [{}, { code: null }, { code: 'OTHER-1' }]) {
      const uicCode = freeUic();
      const { code: _, ...body } = await stations.newBody({ uicCode });
      const { record } = await (await service.as('editor')).ok(
        'createEurailStation',
        { body: { ...body, ...sent } },
        201,
      );
      const { id } = record;
      expect((await stations.get(id)).record).toMatchObject({ code: uicCode, uicCode });
    }
  });

  test('is its own without a UIC code, and is replaced when one is added', async () => {
    const own = await stations.freeCode();
    const station = await stations.createPending({ code: own.toLowerCase() });
    expect(station).toMatchObject({ code: own, uicCode: null });
    const uicCode = freeUic();
    expect((await stations.update(station, { uicCode })).record).toMatchObject({ code: uicCode, uicCode });
    expect(await stations.createPending({ code: own })).toMatchObject({ code: own });
  });

  test('is null without either', async () => {
    const { code: _, ...body } = await stations.newBody();
    const texts = ['这项与代码至少填一项', 'Give this or one of: the code'];
    for (const sent of [body, { ...body, uicCode: null, code: null }])
      expect(
        await expectBilingualRefusal(
          await service.as('editor'),
          'createEurailStation',
          { body: sent },
          'validationError',
        ),
      ).toMatchObject({ fields: [['/uicCode', 'oneNeeded', ...texts]] });
  });

  test('is unique, and refused at the field that was sent', async () => {
    const texts = ['欧洲铁路车站代码已存在', 'European station code already exists'];
    const { uicCode } = await stations.createPending({ code: null, uicCode: freeUic() });
    const { code } = await stations.createPending();
    for (const [pointer, taken] of [
      ['/uicCode', { code: null, uicCode }],
      ['/code', { code: uicCode }],
      ['/code', { code: code.toLowerCase() }],
    ] as const)
      expect(await stations.expectRefusal.create(taken, 'duplicateCode')).toMatchObject({
        fields: [[pointer, 'duplicateCode', ...texts]],
        messages: texts,
      });
    const other = await stations.createPending();
    expect((await stations.expectRefusal.update(other, { uicCode }, 'duplicateCode')).fields).toEqual([
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

describe('a circle of parents', () => {
  const circle = [['/parent', 'circle', '上级车站不能是它自己或它的下级', 'A station cannot be below itself']];

  test('is refused for itself, a child and a grandchild', async () => {
    const top = await stations.createPending();
    const middle = await stations.createPending({ parent: top.code });
    const bottom = await stations.createPending({ parent: middle.code });
    expect((await stations.get(bottom.id)).labels).toMatchObject({
      eurail_station: { [middle.code]: { name: middle.name } },
    });
    for (const { code } of [top, middle, bottom])
      expect((await stations.expectRefusal.update(top, { parent: code })).fields).toEqual(circle);
    await stations.update(bottom, { parent: top.code });
    expect((await stations.list({ parent: top.code })).items.map(({ id }) => id).sort()).toEqual([
      middle.id,
      bottom.id,
    ]);
  });

  test('is refused when the change that would close it is approved', async () => {
    const [one, other] = [await stations.createActive(), await stations.createActive()];
    await stations.update(one, { parent: other.code }, 202);
    await stations.update(other, { parent: one.code }, 202);
    expect(await stations.approve(one)).toMatchObject({ parent: other.code });
    expect((await stations.expectRefusal.approve(other)).fields).toEqual(circle);
    expect((await stations.get(other.id)).record).toEqual(other);
  });

  test('is refused when a version that would close it is restored', async () => {
    const top = await stations.createPending();
    const station = await stations.createPending({ parent: top.code });
    const { record: loose } = await stations.update(station, { parent: null });
    await stations.update(top, { parent: station.code });
    expect((await stations.expectRefusal.restore(loose, 1)).fields).toEqual(circle);
  });

  test('is refused for one of two simultaneous changes', async () => {
    const [one, other] = [await stations.createPending(), await stations.createPending()];
    const editor = await service.as('editor');
    const replies = await Promise.all([
      editor.call('updateEurailStation', stations.updateParts(one, { parent: other.code })),
      editor.call('updateEurailStation', stations.updateParts(other, { parent: one.code })),
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
  // what country has which number is known of Europe only
  ['87', 'MA', []],
  ['87', null, []],
])('a UIC code that begins with %s in %s causes the warnings %j', async (prefix, country, warnings) => {
  const uicCode = `${prefix}${freeUic().slice(2)}`;
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
  const main = await stations.createPending({ isMain: true });
  const other = await stations.createPending({ isMain: false });
  const codes = async (isMain: boolean) =>
    (await stations.list({ isMain, pageSize: 100, sort: '-createTime' })).items.map(({ code }) => code);
  expect(await codes(true)).toContain(main.code);
  expect(await codes(true)).not.toContain(other.code);
  expect(await codes(false)).toContain(other.code);
  expect(await codes(false)).not.toContain(main.code);
});
