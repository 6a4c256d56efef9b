import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import { contract } from '../../src/http/contract.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const labelled = contract.tags.filter((tag: object) => 'x-label' in tag).map(({ name }: { name: string }) => name);

test('entities/index.ts lists every kind of the contract', () => {
  expect(entities.map(({ key }) => key).sort()).toEqual([...labelled].sort());
});

describe.each(entities)('the kind $key', ({ table, fields, filters }) => {
  test('has a table with a column for every field, and a key for every filter', async () => {
    const columns = Object.keys(await service.db(table).columnInfo());
    const own = fields.filter(({ list }) => !list);
    const wanted = own.map(({ column }) => column);
    expect(wanted.filter((column) => !columns.includes(column), `add these to the table ${table}`)).toEqual([]);
    for (const { list } of fields) {
      if (!list) continue;
      const joined = Object.keys(await service.db(list.table).columnInfo());
      const needed = ['record_id', 'position', 'target_id', ...list.extraFields.map(({ column }) => column)];
      expect(
        needed.filter((column) => !joined.includes(column)),
        `add these to the table ${list.table}`,
      ).toEqual([]);
    }
    const keys = await service
      .db('information_schema.statistics')
      .where({ table_schema: service.db.raw('database()'), table_name: table, seq_in_index: 1 })
      // MySQL gives its own tables' columns upper-case names
      .select({ name: 'column_name' });
    const indexed = new Set(keys.map(({ name }) => name));
    const sorted = own.filter(({ name }) => filters.includes(name)).map(({ column }) => column);
    expect(sorted.filter((column) => !indexed.has(column))).toEqual([]);
  });
});
