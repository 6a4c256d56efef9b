import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { assertLabelled } from '../../../suite/records/labels.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import { readAllPages, reader } from '../../../suite/requests/pages.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { columnPath, valuesAt } from '../../../suite/values/column-values.ts';
import { countByStatus } from './batch-filters.ts';

type Row = RecordData & { id: number };

/** Tests pages, orders and what stands beside the items of a list, on records of which each answer is known exactly. */
export function batchListCases(entity: TestedEntity): Case[] {
  const base = {
    entity,
    operationId: entity.operations.list.id,
    needs: { role: 'editor' },
    request: async ({ backend }: CaseContext) => ({
      query: { ...(await backend.batches.get(entity)).query, pageSize: 100 },
    }),
  };
  const orders = entity.operations.list.parameters.find(({ name }) => name === 'sort')?.schema.items?.enum ?? [];
  const check = (name: string, assertBatch: (context: CaseContext, rows: Row[]) => Promise<void> | void): Case => ({
    ...base,
    name,
    expect: {
      status: 200,
      check: ({ data }, context) => assertBatch(context, (data.items ?? []) as Row[]), // Cast: validated before.
    },
  });
  return [
    check('lists each record of several pages once, with one total and counts that add up', assertPages),
    check('lists records as they are read one by one', assertSameRecords),
    markCase(entity),
    labelCase(entity),
    ...orders.map((sort) =>
      check(`sorts exactly by ${sort}, and equal records by their ids`, async (context) => {
        const rows = await listSorted(context, sort);
        assertOrdered(entity, rows, [sort]);
        const other = await listSorted(context, sort.startsWith('-') ? sort.slice(1) : `-${sort}`);
        const idsOf = (list: Row[]) => list.map(({ id }) => id);
        assert.deepEqual(idsOf(rows), idsOf(other).toReversed(), `${sort} is the other order the other way round`);
      }),
    ),
    check('sorts by three columns, each within the one before', async (context) => {
      const columns = ['status', ...orders.filter((order) => !/^-|status|Time|name|code/.test(order))].slice(0, 2);
      const sort = [...columns, '-updateTime'];
      assertOrdered(entity, await listSorted(context, sort.join()), sort);
      const reversed = [...columns.map((column) => `-${column}`), 'updateTime'];
      assertOrdered(entity, await listSorted(context, reversed.join()), reversed);
    }),
    ...[10, 20, 50, 100].map(
      (pageSize): Case => ({
        ...base,
        name: `fills a page of ${pageSize}`,
        request: () => ({ query: { pageSize } }),
        expect: {
          status: 200,
          check: ({ data }) =>
            assert.deepEqual([data.pageSize, data.items?.length], [pageSize, Math.min(pageSize, data.total ?? 0)]),
        },
      }),
    ),
  ];
}

async function assertPages(context: CaseContext): Promise<void> {
  const { backend, entity } = context;
  const { records, query } = await backend.batches.get(entity);
  const { pages, items } = await readAllPages<Row>(reader(backend, entity.operations.list, 'editor'), query);
  assert.deepEqual(items.map(({ id }) => id).toSorted(), records.map(({ id }) => id).toSorted());
  for (const { total, counts } of pages) {
    assert.equal(total, records.length, '/data/total');
    assert.deepEqual(counts, countByStatus(records), '/data/counts');
  }
}

async function assertSameRecords({ backend, entity }: CaseContext, rows: Row[]): Promise<void> {
  const { records } = await backend.batches.get(entity);
  assert.equal(rows.length, records.length);
  for (const record of records) {
    const row = rows.find(({ id }) => id === record.id) ?? {};
    // the items of some lists have more than the record
    for (const [name, value] of Object.entries(record))
      assert.deepEqual((row as Record<string, unknown>)[name], value, `${name} of ${record.id}`); // Cast: any member.
  }
}

function markCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: 'marks exactly the records with open proposals, and those with work of the caller',
    needs: { role: 'editor' },
    request: async ({ backend }) => ({ query: { ...(await backend.batches.get(entity)).query, pageSize: 100 } }),
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const { records, proposal } = await backend.batches.get(entity);
        const [first] = records;
        const marks = proposal ? [[first?.id, proposal.action, proposal.by]] : [];
        assert.deepEqual(
          data.proposals?.map(({ id, action, by }) => [id, action, by]),
          marks,
          '/data/proposals',
        );
        // the first record is approved, and what waits is the proposal beside it
        const own = records.filter(({ status }) => ['pending', 'rejected'].includes(status));
        const ownIds = own.map(({ id }) => id).toSorted((a, b) => a - b);
        const listedIds = (data.ownWork as number[]).filter((id) => id !== first?.id).toSorted((a, b) => a - b); // Cast: of a list it is ids.
        assert.deepEqual(listedIds, entity.review === 'none' ? [] : ownIds, '/data/ownWork');
      },
    },
  };
}

function labelCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.list.id,
    name: 'names every record that the items refer to',
    needs: { role: 'viewer' },
    request: async ({ backend }) => ({ query: { ...(await backend.batches.get(entity)).query, pageSize: 100 } }),
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const { records } = await backend.batches.get(entity);
        await assertLabelled(backend, entity, data.labels, records);
      },
    },
  };
}

async function listSorted({ backend, entity }: CaseContext, sort: string): Promise<Row[]> {
  const { query } = await backend.batches.get(entity);
  const { data } = await backend.call(entity.operations.list, 'editor', { query: { ...query, sort, pageSize: 100 } });
  return data.items as Row[]; // Cast: validated by the list's cases.
}

/** Asserts an order by columns, in which records without a value stand together and equal records in the order of their ids. */
function assertOrdered(entity: TestedEntity, rows: Row[], sort: string[], lastOrder = sort.at(-1)): void {
  const [order = '', ...rest] = sort;
  if (sort.length === 0) {
    const ids = rows.map(({ id }) => id);
    const ascending = ids.toSorted((a, b) => a - b);
    const expected = lastOrder?.startsWith('-') ? ascending.toReversed() : ascending;
    assert.deepEqual(ids, expected, `equal records follow by their ids, in the direction of ${lastOrder}`);
    return;
  }
  const column = order.replace('-', '');
  const path = columnPath(entity, column) ?? [column];
  const groups = groupBy(rows, (row) => JSON.stringify(valuesAt(row, path)));
  const values = groups.map(({ key }) => (JSON.parse(key) as unknown[])[0] ?? null); // Cast: written above.
  assert.equal(new Set(groups.map(({ key }) => key)).size, groups.length, `equal values of ${column} are adjacent`);
  const nulls = values.filter((value) => value === null).length;
  if (nulls > 0) assert.ok(values[0] === null || values.at(-1) === null, 'what has no value is first or last');
  assertAscending(order.startsWith('-') ? values.toReversed() : values, order);
  for (const group of groups) assertOrdered(entity, group.rows, rest, lastOrder);
}

function groupBy(rows: Row[], keyOf: (row: Row) => string): { key: string; rows: Row[] }[] {
  const groups: { key: string; rows: Row[] }[] = [];
  for (const row of rows) {
    const key = keyOf(row);
    if (groups.at(-1)?.key !== key) groups.push({ key, rows: [] });
    groups.at(-1)?.rows.push(row);
  }
  return groups;
}

/** Texts whose order depends on a collation, and choices, whose order is nowhere said, are not compared. */
function assertAscending(values: unknown[], order: string): void {
  const present = values.filter((value) => value !== null);
  if (present.every((value) => !Number.isNaN(Number(value)) && typeof value !== 'boolean')) {
    assert.deepEqual(
      present.map(Number),
      present.map(Number).toSorted((a, b) => a - b),
      order,
    );
  } else if (present.every((value) => /^(Q[0-9a-f]+ )?[A-Z0-9-]+$|^\d{4}-[\d-]+(T[\d:.]+Z)?$/.test(String(value)))) {
    assert.deepEqual(present.map(String), present.map(String).toSorted(), order);
  }
}
