import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCrudContext } from '../../bff/src/create-crud.ts';
import { listRecords } from '../../bff/src/crud/list/list.ts';
import { airport } from '../../bff/src/entities/airport.ts';
import type { BenchDatabase } from '../database.ts';
import { readCpuTimeMs } from '../measure/cpu-time.ts';
import { createFilledDatabase } from './fill.ts';

// `AS_OF_AIRPORTS` and `AS_OF_LOG_ROWS` make a smaller one
const AIRPORTS = Number(process.env.AS_OF_AIRPORTS ?? 100_000);
const LOG_ROWS = Number(process.env.AS_OF_LOG_ROWS ?? 1_000_000);
/** Up to this many records that have changed in what it compares a list takes any filter and order. */
const MAX_CHANGED = 10_000;
const LIMIT_MS = 1000;
const TRIES = 5;

describe(`a list of ${AIRPORTS} airports with ${LOG_ROWS} log rows`, { tags: ['slow'], timeout: 1_800_000 }, () => {
  let database: BenchDatabase;
  const asOf = { few: '', most: '', all: '' };

  beforeAll(async () => {
    database = await createFilledDatabase({ airports: AIRPORTS, stations: 2, logRows: LOG_ROWS });
    const { knex } = database;
    const head = (await knex('change_feed').max({ position: 'position' }).first())?.position ?? 0;
    const timeAt = async (position: number) =>
      (
        await knex('change_feed').where('position', '<=', position).orderBy('position', 'desc').first('time')
      ).time.toISOString();
    asOf.few = await timeAt(head - 100);
    asOf.most = await timeAt(head - MAX_CHANGED);
    // since then each airport has changed, mostly several times
    asOf.all = await timeAt(head - Math.floor((LOG_ROWS - AIRPORTS) * 0.95));
  }, 1_800_000);
  afterAll(() => database.drop());

  test.each([
    ['in the default order', 'most', {}],
    ['of few changes, in the default order', 'few', {}],
    ['in the order of the last change', 'most', { sort: ['-updateTime'] }],
    ['in the order of a reference', 'most', { sort: ['city', '-name'] }],
    ['that a search finds', 'most', { q: 'north' }],
    ['of a country', 'most', { country: ['CN'] }],
    ['without a continent', 'most', { empty: ['continent'] }],
    ['of changes of all records, in the default order', 'all', {}],
    ['of changes of all records, of a country', 'all', { country: ['CN'] }],
    ['of changes of all records, with a word in their names', 'all', { name: 'north' }],
  ] as const)('takes at most a second of CPU, of the service and the database, %s', async (name, moment, query) => {
    const crud = createCrudContext(database.knex);
    // the cast: listing reads no more of the caller
    const caller = { id: 1, may: () => true, administrator: true } as never;
    const [{ pidFile }] = await database.knex.select({ pidFile: database.knex.raw('@@pid_file') });
    const serverPid = Number(readFileSync(pidFile, 'utf8'));
    const times: number[] = [];
    for (let count = 0; count < TRIES; count++) {
      const [start, serverStart] = [process.cpuUsage(), readCpuTimeMs(serverPid)];
      // the cast: readonly lists
      const page = await listRecords(crud, airport, { ...query, asOf: asOf[moment] } as never, caller);
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000 + readCpuTimeMs(serverPid) - serverStart);
      expect(page.items.length).toBeGreaterThan(0);
    }
    console.log(`list ${name}: ${times.map(Math.round).join(', ')} ms of CPU`);
    expect(Math.min(...times)).toBeLessThan(LIMIT_MS);
  });
});
