import { expect, test } from 'vitest';
import { incompleteSql } from '#crud/list/completeness.ts';
import type { Entity } from '#crud/model.ts';
import { findMissingForApproval } from '#crud/prepare.ts';
import { toStoredRecords } from '#crud/rows.ts';
import { resolvedSchema } from '../../src/crud/fields.ts';
import { eurailStation } from '../../src/entities/eurail-station.ts';
import { entities } from '../../src/entities/index.ts';
import { trainStation } from '../../src/entities/train-station.ts';
import { contract } from '../../src/http/contract.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db } = await useDatabase();

// no kind requires a list yet
test.each<[string, Entity]>([
  ['references', { ...trainStation, requiredToApprove: ['city', 'airports'] }],
  ['objects', { ...eurailStation, requiredToApprove: ['country', 'operatorCodes'] }],
])('the database finds the same records incomplete as the service, also by a list of %s', async (_, entity) => {
  await db.raw("UPDATE eurail_station SET operator_codes = '[]' WHERE id % 3 = 0");
  const stored = await toStoredRecords(db, entity, await db(entity.table).orderBy('id').limit(300));
  const incompleteIds = stored.flatMap(({ record }) =>
    findMissingForApproval(entity, record).length > 0 ? [record.id] : [],
  );
  const lastId = stored.at(-1)?.record.id ?? 0;
  const found = await db(entity.table)
    .whereRaw(incompleteSql(entity))
    .where('id', '<=', lastId)
    .orderBy('id')
    .pluck('id');
  expect(found).toEqual(incompleteIds);
  expect(incompleteIds.length).toBeGreaterThan(0);
  expect(incompleteIds.length).toBeLessThan(stored.length);
});

test('no text field accepts a blank text, which lists would not find as empty', () => {
  const blank = entities.flatMap(({ key, singular, fields }) =>
    fields.flatMap(({ name, kind, reference }) => {
      const schema = resolvedSchema(contract.components.schemas[`${singular}Write`]?.properties?.[name] ?? {});
      const { minLength = 0, enum: values, format, pattern = '' } = schema;
      const refusesBlank =
        minLength > 0 || values !== undefined || format !== undefined || !new RegExp(pattern, 'u').test('');
      return kind === 'text' && !reference && !refusesBlank ? [`${key}.${name}`] : [];
    }),
  );
  expect(blank).toEqual([]);
});
