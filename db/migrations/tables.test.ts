import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { kinds, listFields } from '../test-contract.ts';
import { testDatabase } from '../test-database.ts';

const database = testDatabase();
beforeAll(async () => {
  await migrate(database.url, { demo: false });
});
afterAll(() => database.drop());

async function idOf(table: string, code: string): Promise<number> {
  return (await database.knex(table).where({ code }).first('id')).id;
}

test('what the contract lets people filter and sort a list by has a key', async () => {
  const [rows] = await database.knex.raw(
    `SELECT DISTINCT CONCAT(table_name, '.', column_name) AS place FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND seq_in_index = 1`,
  );
  const keyed = new Set<string>(rows.map(({ place }: { place: string }) => place));
  const fields = listFields();
  expect(new Set(fields.map(({ kind }) => kind))).toEqual(kinds);
  const bare = fields.filter(({ kind, field }) => {
    const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return ![`${kind}.${column}`, `${kind}.${column}_id`, `${kind}_${column}.target_id`].some((each) =>
      keyed.has(each),
    );
  });
  expect(bare).toEqual([]);
});

test('a code of a cabin is unique within its airline, and among the cabins of none', async () => {
  const cabins = () => database.knex('cabin');
  const [taken, other] = await cabins().where({ airline_id: null }).orderBy('id').limit(2);
  await expect(cabins().where({ id: other.id }).update({ code: taken.code })).rejects.toThrow("cabin__code'");
  await cabins()
    .where({ id: other.id })
    .update({ code: taken.code, airline_id: await idOf('airline', '3U') });
  await expect(cabins().where({ id: other.id }).update({ airline_id: null })).rejects.toThrow("cabin__code'");
});

test('a record that others refer to stays, whether by a column or by a list', async () => {
  const [city, airport] = await Promise.all([idOf('city', 'BJS'), idOf('airport', 'PEK')]);
  await expect(database.knex('city').where({ id: city }).delete()).rejects.toThrow('foreign key');
  await database.knex('airport').where({ id: airport }).update({ city_id: null });
  await expect(database.knex('airport').where({ id: airport }).delete()).rejects.toThrow('train_station_airports');
});

test('the entries of a list go with their record', async () => {
  const entries = database.knex('train_station_airports').where({ record_id: await idOf('train_station', 'BJP') });
  expect(await entries.clone()).not.toEqual([]);
  await database.knex('train_station').where({ code: 'BJP' }).delete();
  expect(await entries.clone()).toEqual([]);
});

test('the state of a verification can be sought, and no row shows it twice', async () => {
  const stations = database.knex('train_station');
  await stations
    .clone()
    .where({ code: 'VNP' })
    .update({ verification: JSON.stringify({ state: 'verified' }) });
  const [found, ...others] = await stations.clone().where({ verification_state: 'verified' });
  expect([found?.code, others, 'verification_state' in found]).toEqual(['VNP', [], false]);
});
