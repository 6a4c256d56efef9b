import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  const airlines: { id: number }[] = await service.db('airline').select('id').limit(140);
  const [exampleCabin] = await service.db('cabin').limit(1);
  const { id: _, ...cabin } = exampleCabin;
  await service.db('cabin').where('code', 'Z').delete();
  await service
    .db('cabin')
    .insert(airlines.map(({ id }) => ({ ...cabin, code: 'Z', cabin_class: 'economy', airline_id: id })));
});
afterAll(() => service.stop());

test.each([
  { sort: 'code' },
  { sort: '-code' },
  { cabinClass: 'economy' },
] as const)('pages of cabins with the same code, by %j, contain each cabin once', async (query) => {
  const ids: number[] = [];
  for (let page = 1, total = 1; ids.length < total; page++) {
    const answer = await viewer.ok('listCabins', { query: { ...query, page, pageSize: 10 } });
    if (answer.items.length === 0) break;
    total = answer.total;
    ids.push(...answer.items.map(({ id }) => id));
  }
  expect(ids.length).toBeGreaterThanOrEqual(140);
  expect(new Set(ids).size).toBe(ids.length);
});
