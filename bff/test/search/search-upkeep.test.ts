import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildSearchIndexes } from '#crud/search-index.ts';
import { connect } from '../../src/database.ts';
import { createKindClient } from '../kit/kinds.ts';
import { type Service, startService } from '../kit/service.ts';

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

const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const renew = (minChanges: number) =>
  rebuildSearchIndexes(service.db, [{ key: 'city', table: 'city' }], { log, minChanges, signal });

test('only a change of what a record is found by makes its full-text key longer', async () => {
  const cities = createKindClient(service, 'City');
  const editor = await service.as('editor');
  let city = await cities.createPending();
  const save = async (changes: Parameters<typeof cities.bodyFrom>[1]) => {
    const body = cities.bodyFrom(city, changes);
    city = (await editor.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body })).record;
  };
  const before = await countOutdatedTexts();
  for (const continent of ['AS', 'AF', 'EU'] as const) await save({ continent });
  expect(await countOutdatedTexts()).toBe(before);
  await save({ name: 'Another name' });
  expect(await countOutdatedTexts()).toBe(before + 1);
  await cities.transition(city, 'approve');
  expect(await countOutdatedTexts()).toBe(before + 1);
});

test('retention rebuilds a table once enough was changed, and gives way to those who use the table', async () => {
  const cities = createKindClient(service, 'City');
  const editor = await service.as('editor');
  let city = await cities.createPending();
  // ten changes of each record make a table due, and more so for those made meanwhile
  await service.db.raw(
    `INSERT INTO data_log (entity, record_id, action, version, actor, time)
     SELECT 'city', city.id, 'update', 1, 'test', NOW(3) FROM city JOIN country ON country.id <= 20 + (SELECT MIN(id) FROM country)`,
  );
  const rename = async (name: string) => {
    const body = cities.bodyFrom(city, { name });
    city = (await editor.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body })).record;
  };
  await rename('Oldname');
  await rename('Newname');
  expect(await countOutdatedTexts()).toBeGreaterThan(0);
  expect(await renew(1_000_000)).toEqual([]);

  const other = connect(service.databaseUrl, 1);
  const trx = await other.transaction();
  await trx('city').first();
  expect(await renew(1)).toEqual([]);
  await trx.rollback();
  await other.destroy();

  expect(await renew(1)).toEqual(['city']);
  expect(await countOutdatedTexts()).toBe(0);
  const found = async (q: string) => (await editor.ok('listCities', { query: { q } })).items.map(({ id }) => id);
  expect(await found('Newname')).toEqual([city.id]);
  expect(await found('Oldname')).toEqual([]);
  expect(await renew(1)).toEqual([]);
});
