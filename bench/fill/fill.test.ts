import { expect, test } from 'vitest';
import { fromJson } from '../../bff/src/database/database.ts';
import { createFilledDatabase } from './fill.ts';

interface LoggedAirport {
  version: number;
  continent: string | null;
  updateTime: string;
}

test('each log row of an airport starts from the state that the previous row left', {
  tags: ['slow'],
  timeout: 120_000,
}, async () => {
  // The starter set has some 2400 rows, and the 20 airports get the remaining rows.
  const database = await createFilledDatabase({ airports: 20, stations: 2, cities: 57, logRows: 2500 });
  try {
    const { knex } = database;
    const generatedAirports = knex('airport').where('created_by', 'bench');
    const { id, version, continent } = await generatedAirports.orderBy('version', 'desc').first();
    const log = await knex('data_log').where({ entity: 'airport', record_id: id }).orderBy('version');
    expect(log).toHaveLength(version);
    expect(version).toBeGreaterThan(2);
    const loggedStates = log.map(({ after }) => fromJson<LoggedAirport>(after));
    const [firstState] = loggedStates;
    for (const [index, row] of log.entries()) {
      expect(row.version).toBe(index + 1);
      expect(loggedStates[index]).toMatchObject({
        version: index + 1,
        continent: index % 2 === 0 ? firstState?.continent : null,
      });
      expect(fromJson(row.before)).toEqual(index === 0 ? null : loggedStates[index - 1]);
      expect(Object.keys(loggedStates[index] ?? {})).toEqual(Object.keys(firstState ?? {}));
      expect(loggedStates[index]?.updateTime).toBe(row.time.toISOString());
    }
    expect(loggedStates.at(-1)?.continent).toBe(continent);
    expect(await knex('change_feed').where({ entity: 'airport', record_id: id })).toHaveLength(version);
  } finally {
    await database.drop();
  }
});
