import { afterAll, beforeAll, expect, test } from 'vitest';
import { kindOf } from './kit/kinds.ts';
import { type Service, startService } from './kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** How many texts the full-text key of cities holds that are no longer those of any record: each makes searches slower. */
async function countOutdatedTexts(): Promise<number> {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  await service.db.raw('SET GLOBAL innodb_ft_aux_table = ?', [`${name}/city`]);
  const [[{ n }]] = await service.db.raw('SELECT COUNT(*) AS n FROM information_schema.INNODB_FT_DELETED');
  return Number(n);
}

test('only a change of what a record is found by makes its full-text key longer', async () => {
  const cities = kindOf(service, 'City');
  const editor = await service.as('editor');
  let city = await cities.pending();
  const save = async (changes: Parameters<typeof cities.written>[1]) => {
    const body = cities.written(city, changes);
    city = (await editor.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body })).record;
  };
  const before = await countOutdatedTexts();
  for (const continent of ['AS', 'AF', 'EU'] as const) await save({ continent });
  expect(await countOutdatedTexts()).toBe(before);
  await save({ name: 'Another name' });
  expect(await countOutdatedTexts()).toBe(before + 1);
  await cities.move(city, 'approve');
  expect(await countOutdatedTexts()).toBe(before + 1);
});
