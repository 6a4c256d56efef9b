import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { codesIn, errorsBy, schemaOf, schemasOfKinds } from '../test-contract.ts';
import { testDatabase } from '../test-database.ts';
import { seeds } from './index.ts';
import { fromJson, type Row, readStarterSet } from './read-starter-set.ts';
import type { Fields } from './records.ts';

/** How many records there are of these kinds at least. */
const minimumCounts: Record<string, number> = {
  country: 250,
  city: 150,
  airline: 60,
  cabin: 20,
  protocol: 20,
  airport: 150,
  rate_board: 900,
  eurail_station: 80,
  train_station: 80,
};
/** Of every other kind: enough that the pages of its list, filters and orders show something. */
const MINIMUM_COUNT = 6;
const kinds = [...schemasOfKinds].map(([key, schema]): [key: string, schema: string, atLeast: number] => [
  key,
  schema,
  minimumCounts[key] ?? MINIMUM_COUNT,
]);

const database = testDatabase();
let set: Awaited<ReturnType<typeof readStarterSet>>;

beforeAll(async () => {
  set = await readStarterSet(
    database,
    kinds.map(([key]) => key),
  );
});
afterAll(() => database.drop());

describe.each(kinds)('%s', (key, schema, atLeast) => {
  test('there are enough records, each with a log row of its creation by the system', async () => {
    expect(set.rows(key).length).toBeGreaterThanOrEqual(atLeast);
    expect(set.logs(key).map(({ record_id: id }) => id)).toEqual(set.rows(key).map(({ id }) => id));
    expect(set.logs(key).map(({ code }) => code)).toEqual(set.rows(key).map(({ code }) => code ?? null));
    const how = database.knex('data_log').where('entity', key);
    expect(await how.distinct('action', 'version', 'actor', 'actor_id', 'before')).toEqual([
      { action: 'create', version: 1, actor: 'system', actor_id: null, before: null },
    ]);
  });

  test('each record matches the contract and has the fields that approval requires', () => {
    const errors = errorsBy(schema);
    const required = schemaOf(schema)['x-required-to-approve'] ?? [];
    for (const record of set.records(key)) {
      expect([record.code, errors(record)]).toEqual([record.code, null]);
      expect([record.code, required.filter((field) => record[field] === null)]).toEqual([record.code, []]);
      expect(record.status).toBe('active');
    }
  });

  test('each record in its table equals its log row', () => {
    const stored = new Map(set.rows(key).map((row) => [row.id, row]));
    for (const { record_id: id, after } of set.logs(key)) {
      const row: Fields = stored.get(id) ?? {};
      for (const [field, value] of Object.entries(after)) {
        const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        if (column in row) expect([id, field, like(value, row[column])]).toEqual([id, field, value]);
      }
    }
  });

  test('every referenced code belongs to the record with the stored id', async () => {
    const codes = new Map<string, Map<number, string>>();
    for (const { after, refs } of set.logs(key)) {
      const held = codesIn(schemaOf(schema), after);
      expect([after.code, Object.keys(refs).sort()]).toEqual([after.code, held.map(({ pointer }) => pointer).sort()]);
      for (const { pointer, kind, code } of held) {
        const known = codes.get(kind) ?? new Map(set.rows(kind).map((row) => [row.id, String(row.code)]));
        codes.set(kind, known);
        expect([after.code, pointer, known.get(refs[pointer] ?? 0)]).toEqual([after.code, pointer, code]);
      }
    }
  });

  test('columns and lists hold the ids of the log row', async () => {
    const lists = new Map<string, number>();
    for (const { record_id: id, refs } of set.logs(key)) {
      const row = set.rows(key).find((each) => each.id === id);
      for (const [pointer, target] of Object.entries(refs)) {
        const [, field = '', position] = pointer.split('/');
        if (position === undefined) expect([pointer, row?.[`${field}_id`]]).toEqual([pointer, target]);
        else lists.set(`${field} ${id} ${position}`, target);
      }
    }
    for (const field of new Set([...lists.keys()].map((each) => each.split(' ')[0]))) {
      const stored: Row[] = await database.knex(`${key}_${field}`);
      const found = stored.map((row) => `${field} ${row.record_id} ${row.position} → ${row.target_id}`);
      const logged = [...lists].filter(([each]) => each.startsWith(`${field} `));
      expect(found.sort()).toEqual(logged.map(([each, target]) => `${each} → ${target}`).sort());
    }
  });
});

/** A column's value in the form of the contract's. */
function like(value: unknown, column: unknown): unknown {
  if (column === null) return null;
  if (column instanceof Date) return column.toISOString().slice(0, String(value).length);
  if (typeof value === 'number') return Number(column);
  if (typeof value === 'boolean') return Boolean(column);
  if (typeof value === 'object') return fromJson(column);
  const amount = /^\d+\.\d{10}$/.test(String(column));
  return amount ? String(column).replace(/\.?0+$/, '') : column;
}

test('a second run writes nothing', async () => {
  expect(await migrate(database.url, { demo: false })).toEqual({ migrated: [], unknown: [], seeded: [] });
  const [log] = await database.knex('data_log').count({ n: '*' });
  expect(Number(log?.n)).toBe(kinds.reduce((sum, [key]) => sum + set.rows(key).length, 0));
});

test('every seed except roles and accounts is tested here', () => {
  expect(seeds).toHaveLength(kinds.length + 2);
});
