import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;

const PLACES = {
  QAA: [51.4775, -0.4614],
  QAB: [-17.7554, 177.4434],
  QAC: [-17.7, -179.9],
  QAD: [89.9, 10],
  QAE: [89.9, -170],
  QAF: [null, null],
} as const;

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  const editor = await service.as('editor');
  for (const [code, [latitude, longitude]] of Object.entries(PLACES))
    await editor.ok('createAirport', { body: { code, name: code, latitude, longitude } }, 201);
});
afterAll(() => service.stop());

const findNearby = async (latitude: number, longitude: number, limit = 2) =>
  (await viewer.ok('listNearby', { query: { entity: 'airport', latitude, longitude, limit } })).items;

test('lists the nearest records first, with great-circle distances', async () => {
  const [first, second, third] = await findNearby(39.501289, 116.413967, 3);
  expect([first, second]).toMatchObject([
    { code: 'PKX', distance: 0 },
    { code: 'PEK', distance: 65.9 },
  ]);
  expect(third?.distance).toBeGreaterThan(65.9);
});

test.each([
  ['west of the 180th meridian', -17.7, 179.9, ['QAC', 'QAB']],
  ['east of the 180th meridian', -17.7, -179.8, ['QAC', 'QAB']],
  ['near the pole', 89.95, 10, ['QAD', 'QAE']],
  ['at the pole', 90, 100, ['QAD', 'QAE']],
])('finds records %s', async (_, latitude, longitude, codes) => {
  expect((await findNearby(latitude, longitude)).map(({ code }) => code)).toEqual(codes);
});

test('finds records at any distance, except those without coordinates', async () => {
  const { total } = await viewer.ok('listAirports', { query: { pageSize: 10 } });
  expect(total).toBeGreaterThan(50);
  const items = await findNearby(-50, -140, 50);
  expect(items).toHaveLength(50);
  expect(items.map(({ distance }) => distance)).toEqual(
    items.map(({ distance }) => distance).toSorted((a, b) => a - b),
  );
  expect(items.map(({ code }) => code)).not.toContain('QAF');
});

test('leaves out rejected records', async () => {
  const near = await findNearby(51.4775, -0.4614, 1);
  expect(near).toMatchObject([{ code: 'QAA', distance: 0 }]);
  const admin = await service.as('admin');
  const { items } = await viewer.ok('listAirports', { query: { code: 'QAA' } });
  const [{ id, version }] = items as [(typeof items)[number]];
  await admin.ok('transitionAirport', {
    path: { id },
    ifMatch: version,
    body: { event: 'reject', reason: 'duplicate' },
  });
  expect((await findNearby(51.4775, -0.4614, 1))[0]?.code).not.toBe('QAA');
});

test('refuses users who may not read the kind', async () => {
  const reader = await service.clientWith('country:read');
  const call = { query: { entity: 'airport', latitude: 0, longitude: 0 } } as const;
  await reader.expectRefusal('listNearby', call, 'forbidden');
});
