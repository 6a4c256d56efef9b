import { expect, test } from 'vitest';
import { fromJson } from '../../bff/src/database.ts';
import { fill } from './fill.ts';

interface Logged {
  version: number;
  continent: string | null;
  updateTime: string;
}

test('each change of an airport in the log goes from the one before to the next', {
  tags: ['slow'],
  timeout: 120_000,
}, async () => {
  // the starter set has some 2400 rows, and the 20 airports get what is left
  const database = await fill({ airports: 20, stations: 2, places: 57, logRows: 2500 });
  try {
    const { knex } = database;
    const made = knex('airport').where('created_by', 'bench');
    const { id, version, continent } = await made.orderBy('version', 'desc').first();
    const log = await knex('data_log').where({ entity: 'airport', record_id: id }).orderBy('version');
    expect(log).toHaveLength(version);
    expect(version).toBeGreaterThan(2);
    const states = log.map(({ after }) => fromJson<Logged>(after));
    const [first] = states;
    for (const [at, row] of log.entries()) {
      expect(row.version).toBe(at + 1);
      expect(states[at]).toMatchObject({ version: at + 1, continent: at % 2 === 0 ? first?.continent : null });
      expect(fromJson(row.before)).toEqual(at === 0 ? null : states[at - 1]);
      expect(Object.keys(states[at] ?? {})).toEqual(Object.keys(first ?? {}));
      expect(states[at]?.updateTime).toBe(row.time.toISOString());
    }
    expect(states.at(-1)?.continent).toBe(continent);
    expect(await knex('change_feed').where({ entity: 'airport', record_id: id })).toHaveLength(version);
  } finally {
    await database.drop();
  }
});
