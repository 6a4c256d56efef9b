import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import { contract } from '../../src/http/contract.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const entityTags = contract.tags.filter((tag: object) => 'x-label' in tag).map(({ name }: { name: string }) => name);

test('entities/index.ts lists every entity of the contract', () => {
  expect(entities.map(({ key }) => key).sort()).toEqual([...entityTags].sort());
});

describe.each(entities)('the entity $key', ({ table, fields, filters }) => {
  test('has a table with a column for every field, and an index for every filter', async () => {
    const columns = Object.keys(await service.db(table).columnInfo());
    const columnFields = fields.filter(({ referenceList: list }) => !list);
    const fieldColumns = columnFields.map(({ column }) => column);
    expect(fieldColumns.filter((column) => !columns.includes(column), `add these to the table ${table}`)).toEqual([]);
    for (const { referenceList: list } of fields) {
      if (!list) continue;
      const listColumns = Object.keys(await service.db(list.table).columnInfo());
      const requiredColumns = ['record_id', 'position', 'target_id', ...list.extraFields.map(({ column }) => column)];
      expect(
        requiredColumns.filter((column) => !listColumns.includes(column)),
        `add these to the table ${list.table}`,
      ).toEqual([]);
    }
    const keys = await service
      .db('information_schema.statistics')
      .where({ table_schema: service.db.raw('database()'), table_name: table, seq_in_index: 1 })
      // The alias is needed because MySQL returns the column names of its own tables in upper case.
      .select({ name: 'column_name' });
    const indexedColumns = new Set(keys.map(({ name }) => name));
    const filterColumns = columnFields.filter(({ name }) => filters.includes(name)).map(({ column }) => column);
    expect(filterColumns.filter((column) => !indexedColumns.has(column))).toEqual([]);
  });
});
