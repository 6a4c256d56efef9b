import assert from 'node:assert/strict';
import { type Operation, takesRange } from '../../../contract/operations.ts';
import { languages } from '../../../contract/texts.ts';
import type { Parameter } from '../../../contract/types.ts';
import type { Case } from '../../../suite/case.ts';
import { fieldSchema, type TestedEntity } from '../../../suite/records/tested-entity.ts';
import { columnPath, valuesAt } from '../../../suite/values/column-values.ts';
import { assertListed, includesRecord, recordsIn } from './listed-records.ts';

/** Tests what all filters have in common: several values, negation, empty fields and ranges. */
export function listConditionCases(entity: TestedEntity): Case[] {
  return [...statusCases(entity), negatedFiltersCase(entity), emptyFieldsCase(entity), ...refusalCases(entity)];
}

function statusCases(entity: TestedEntity): Case[] {
  const base = {
    entity,
    operationId: entity.operations.list.id,
    needs: { role: 'viewer', recordState: 'pending' as const, leavesRecordUnchanged: true },
  };
  const newestFirst = { sort: '-createTime', pageSize: 100 };
  return [
    {
      ...base,
      name: 'finds records with any of several statuses',
      request: () => ({ query: { status: 'pending,rejected', ...newestFirst } }),
      expect: {
        status: 200,
        check: (response, context) => {
          assertListed(response, context);
          assert.ok(
            recordsIn(response).every(({ status }) => ['pending', 'rejected'].includes(status)),
            'every item is pending or rejected',
          );
        },
      },
    },
    {
      ...base,
      name: 'finds records without a status',
      request: () => ({ query: { status: 'pending', not: 'status', ...newestFirst } }),
      expect: {
        status: 200,
        check: (response, { record }) => {
          assert.ok(!includesRecord(response, record), 'a pending record is left out');
          assert.ok(
            recordsIn(response).every(({ status }) => status !== 'pending'),
            'no item is pending',
          );
        },
      },
    },
  ];
}

/** Tests for each filter that its negation leaves out the records with the value, and keeps all others. */
function negatedFiltersCase(entity: TestedEntity): Case {
  const { list } = entity.operations;
  const filters = acceptedNames(list, 'not').flatMap((name) => {
    const path = columnPath(entity, name);
    return path ? [{ name, path }] : [];
  });
  return {
    entity,
    operationId: list.id,
    name: 'finds records without the values of negated filters',
    needs: { role: 'viewer', recordState: 'pending', leavesRecordUnchanged: true },
    request: () => ({ query: {} }),
    expect: {
      status: 200,
      check: async (response, context) => {
        const all = response.data.total ?? 0;
        for (const { name, path } of filters) {
          const [value] = valuesAt(context.record, path);
          if (value === null || value === undefined) continue;
          const query = { [name]: String(value), pageSize: 100 };
          const matching = await context.call('list', 'viewer', { query });
          const others = await context.call('list', 'viewer', { query: { ...query, not: name } });
          assert.equal((matching.data.total ?? 0) + (others.data.total ?? 0), all, `${name} divides the records`);
          assert.ok(!recordsIn(others).some((record) => valuesAt(record, path).includes(value)), `not ${name}`);
        }
      },
    },
  };
}

/** Tests for each field that may be empty that the records with and without a value are all records. */
function emptyFieldsCase(entity: TestedEntity): Case {
  const { list } = entity.operations;
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  return {
    entity,
    operationId: list.id,
    name: 'finds records by the fields that are empty',
    needs: { role: 'viewer', recordState: 'pending', leavesRecordUnchanged: true },
    request: () => ({ query: {} }),
    expect: {
      status: 200,
      check: async (response, context) => {
        for (const name of acceptedNames(list, 'empty')) {
          const [empty, filled] = await Promise.all(
            ['empty', 'filled'].map((condition) =>
              context.call('list', 'viewer', { query: { [condition]: name, pageSize: 100 } }),
            ),
          );
          assert.ok(empty && recordsIn(empty).every((record) => isEmpty(record[name])), `${name} is empty`);
          assert.ok(filled && recordsIn(filled).every((record) => !isEmpty(record[name])), `${name} has a value`);
          assert.equal((empty.data.total ?? 0) + (filled.data.total ?? 0), response.data.total, name);
        }
      },
    },
  };
}

function refusalCases(entity: TestedEntity): Case[] {
  const { list, export: exportOperation } = entity.operations;
  const refuse = (operation: Operation, name: string, query: Record<string, string>, field: string): Case[] =>
    languages.map((language) => ({
      entity,
      operationId: operation.id,
      name: `refuses ${name}, in ${language}`,
      needs: { role: 'admin' },
      request: () => ({ language, query: { ...(operation === exportOperation && { format: 'csv' }), ...query } }),
      expect: { status: 422, key: 'validationError', fields: [field] },
    }));
  const ranges = list.parameters.flatMap((parameter) => {
    const range = reversedRange(entity, parameter);
    return range === undefined ? [] : [{ name: parameter.name, range }];
  });
  return [list, exportOperation].flatMap((operation) => [
    ...refuse(operation, 'to negate a filter without values', { not: 'updatedBy' }, '/query/not together'),
    ...ranges.flatMap(({ name, range }) =>
      refuse(operation, `${name}=${range}`, { [name]: range }, `/query/${name} reversedRange`),
    ),
  ]);
}

/** Returns a range that ends before it starts; undefined for other parameters. */
function reversedRange(entity: TestedEntity, parameter: Parameter): string | undefined {
  if (!takesRange(parameter)) return undefined;
  const { format } = fieldSchema(entity, parameter.name);
  if (format === 'date') return '2026-01-02..2026-01-01';
  return format === 'date-time' ? '2026-01-02T00:00:00Z..2026-01-01T00:00:00Z' : '2..1';
}

function acceptedNames({ parameters }: Operation, parameter: string): string[] {
  return parameters.find(({ name }) => name === parameter)?.schema.items?.enum ?? [];
}
