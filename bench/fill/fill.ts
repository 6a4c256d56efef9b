import { indexUnsearchable } from '../../bff/src/crud/search-index.ts';
import { entities } from '../../bff/src/entities/index.ts';
import { assignPositions } from '../../bff/src/feed/sequencer.ts';
import { type BenchDatabase, makeDatabase } from '../database.ts';
import { say, seconds } from '../results.ts';
import { fillHistory } from './history.ts';
import { fillRecords } from './records.ts';
import { requireRoom } from './room.ts';
import type { Sizes } from './sizes.ts';

/** A database of its own with so many records, and a log in which each row tells a change that led to what is there. */
export async function fill(sizes: Sizes): Promise<BenchDatabase> {
  const start = performance.now();
  const database = await makeDatabase();
  const { knex } = database;
  try {
    await requireRoom(knex, sizes);
    await indexUnsearchable({ db: knex, entities });
    await fillRecords(knex, sizes);
    while ((await assignPositions(knex)) > 0);
    const log = await knex('data_log').count({ n: '*' }).first();
    await fillHistory(knex, Math.max(0, sizes.logRows - Number(log?.n)));
    await knex.raw('ANALYZE TABLE airport, eurail_station, data_log, change_feed');
    say(`fill: done in ${seconds(performance.now() - start)}`);
    return database;
  } catch (error) {
    await database.drop();
    throw error;
  }
}
