import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import { columnPath, valuesAt } from '../../../suite/values/column-values.ts';
import { recordsIn } from './listed-records.ts';

/** Tests each sort order of the list. */
export function sortCases(entity: TestedEntity): Case[] {
  const orders = entity.operations.list.parameters.find(({ name }) => name === 'sort')?.schema.items?.enum ?? [];
  return [
    severalColumnsCase(entity),
    equalRecordsCase(entity, 'status'),
    equalRecordsCase(entity, '-status'),
    ...orders.map((sort) => sortCase(entity, sort)),
  ];
}

function sortCase(entity: TestedEntity, sort: string): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: `sorts by ${sort}`,
    needs: { role: 'viewer' },
    request: () => ({ query: { sort, pageSize: 100 } }),
    expect: {
      status: 200,
      check: (response) => {
        const column = sort.replace('-', '');
        // Names sort by the database's collation, which these tests do not reproduce.
        if (column === 'name') return;
        const path = columnPath(entity, column) ?? [column];
        const values = recordsIn(response).flatMap((record) => valuesAt(record, path));
        assertOrdered(sort.startsWith('-') ? values.reverse() : values);
      },
    },
  };
}

/** Tests that records of the same status are sorted by the second column. */
function severalColumnsCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: 'sorts by several columns',
    needs: { role: 'viewer', recordState: 'pending', leavesRecordUnchanged: true },
    request: () => ({ query: { sort: 'status,-updateTime', pageSize: 100 } }),
    expect: {
      status: 200,
      check: (response) => {
        const records = recordsIn(response);
        assertOrdered(records.map(({ status }) => status));
        const [status] = records.map((record) => record.status);
        const times = records.filter((record) => record.status === status).map(({ updateTime }) => updateTime);
        assertOrdered(times.toReversed());
      },
    },
  };
}

/** Tests that records that are equal in the last column follow by their ids, in the direction of that column. */
function equalRecordsCase(entity: TestedEntity, sort: string): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: `orders records that are equal by their ids when sorting by ${sort}`,
    needs: { role: 'viewer', recordState: 'pending', leavesRecordUnchanged: true },
    request: () => ({ query: { sort, pageSize: 100 } }),
    expect: {
      status: 200,
      check: (response) => {
        const records = recordsIn(response);
        const direction = sort.startsWith('-') ? -1 : 1;
        for (const status of new Set(records.map((record) => record.status))) {
          const ids = records.filter((record) => record.status === status).map(({ id }) => id);
          const ordered = ids.toSorted((a, b) => direction * (a - b));
          assert.deepEqual(ids, ordered, `the ids of ${status} records go ${direction < 0 ? 'down' : 'up'}`);
        }
      },
    },
  };
}

/** Asserts that equal values are adjacent, and that values whose order needs no collation are sorted. */
function assertOrdered(values: unknown[]): void {
  const runs = values.filter((value, index) => index === 0 || value !== values[index - 1]);
  assert.equal(new Set(runs).size, runs.length, `equal values are not adjacent: ${excerpt(values)}`);
  const numbers = values.filter((value) => value !== null && !Number.isNaN(Number(value))).map(Number);
  const nonNull = values.filter((value) => value !== null);
  if (numbers.length === nonNull.length) {
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    return;
  }
  const comparable = nonNull.map(String).filter((value) => /^([A-Z0-9]+|\d{4}-[\d-]+(T[\d:.]+Z)?)$/.test(value));
  if (comparable.length < nonNull.length) return;
  assert.deepEqual(comparable, comparable.toSorted());
}

function excerpt(values: unknown[]): string {
  return values.slice(0, 20).join(' ');
}
