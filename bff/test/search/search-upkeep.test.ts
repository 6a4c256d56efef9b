import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compactSearchIndexes } from '#crud/list/search-index.ts';
import { connect } from '../../src/database/database.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Counts the outdated texts in the full-text index of cities, each of which slows searches down. */
async function countOutdatedTexts(): Promise<number> {
  const name = new URL(service.databaseUrl).pathname.slice(1);
  await service.db.raw('SET GLOBAL innodb_ft_aux_table = ?', [`${name}/city`]);
  const [[{ n }]] = await service.db.raw('SELECT COUNT(*) AS n FROM information_schema.INNODB_FT_DELETED');
  return Number(n);
}

const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const rebuildIndexes = (minChanges: number, db = service.db) =>
  compactSearchIndexes(db, [{ key: 'city', table: 'city' }], { log, minChanges, signal });

test('only a change of a searched field adds to the full-text index', async () => {
  const cities = createEntityClient(service, 'City');
  const editor = await service.as('editor');
  let city = await cities.createPending();
  const save = async (changes: Parameters<typeof cities.bodyFrom>[1]) => {
    const body = cities.bodyFrom(city, changes);
    city = (await editor.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body })).record;
  };
  const outdatedBefore = await countOutdatedTexts();
  for (const continent of ['AS', 'AF', 'EU'] as const) await save({ continent });
  expect(await countOutdatedTexts()).toBe(outdatedBefore);
  await save({ name: 'Another name' });
  expect(await countOutdatedTexts()).toBe(outdatedBefore + 1);
  await cities.transition(city, 'approve');
  expect(await countOutdatedTexts()).toBe(outdatedBefore + 1);
});

test('retention rebuilds the index of a table after enough changes, unless the table is in use', async () => {
  const cities = createEntityClient(service, 'City');
  const editor = await service.as('editor');
  let city = await cities.createPending();
  // An index is rebuilt after ten changes per record, and these are twenty per record.
  await service.db.raw(
    `INSERT INTO data_log (entity, record_id, action, version, actor, time)
     SELECT 'city', city.id, 'update', 1, 'test', NOW(3) FROM city JOIN country ON country.id <= 20 + (SELECT MIN(id) FROM country)`,
  );
  const changeName = async (name: string) => {
    const body = cities.bodyFrom(city, { name });
    city = (await editor.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body })).record;
  };
  await changeName('Oldname');
  await changeName('Newname');
  expect(await countOutdatedTexts()).toBeGreaterThan(0);
  expect(await rebuildIndexes(1_000_000)).toEqual([]);

  const otherConnection = connect(service.databaseUrl, 1);
  const trx = await otherConnection.transaction();
  await trx('city').first();
  expect(await rebuildIndexes(1)).toEqual([]);
  // on MariaDB, this limit is reached before that of waiting for the table
  const limitedConnection = connect(service.databaseUrl, 1, 2000);
  expect(await rebuildIndexes(1, limitedConnection)).toEqual([]);
  await limitedConnection.destroy();
  await trx.rollback();
  await otherConnection.destroy();

  expect(await rebuildIndexes(1)).toEqual(['city']);
  expect(await countOutdatedTexts()).toBe(0);
  const findIds = async (q: string) => (await editor.ok('listCities', { query: { q } })).items.map(({ id }) => id);
  expect(await findIds('Newname')).toEqual([city.id]);
  expect(await findIds('Oldname')).toEqual([]);
  expect(await rebuildIndexes(1)).toEqual([]);
});
