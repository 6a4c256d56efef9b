import assert from 'node:assert/strict';
import type { Operation } from '../../../contract/operations.ts';
import type { Contract, Parameter } from '../../../contract/types.ts';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import type { RecordBatch } from '../../../suite/records/record-batches.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import { send } from '../../../suite/requests/client.ts';
import { parseNdjson } from '../../../suite/requests/files.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { type Condition, conditionsFor, filterParameters } from '../../../suite/values/batch-conditions.ts';

type Find = (context: CaseContext, query: Record<string, string>, expected: RecordData[]) => Promise<void>;

/** Tries every filter of the list, the export and the action on all matches, on records of which each answer is known exactly. */
export function batchFilterCases(entity: TestedEntity, contract: Contract): Case[] {
  const { list, export: exportOperation, bulkMatching } = entity.operations;
  const tries: [Operation, string, Find][] = [
    [list, 'lists exactly what matches', findInList],
    [exportOperation, 'exports exactly what matches', findInExport],
    [bulkMatching, 'counts exactly what matches', findInBulkChange],
  ];
  return tries.flatMap(([operation, name, find]) =>
    filterParameters(entity)
      .filter((parameter) => operation.parameters.some((candidate) => candidate.name === parameter.name))
      .map((parameter) => filterCase(entity, contract, operation, parameter, `${name} ${parameter.name}`, find)),
  );
}

function filterCase(
  entity: TestedEntity,
  contract: Contract,
  operation: Operation,
  parameter: Parameter,
  name: string,
  find: Find,
): Case {
  return {
    entity,
    operationId: operation.id,
    name,
    needs: { role: 'admin' },
    request: async ({ backend }) => {
      const { query } = await backend.batches.get(entity);
      if (operation === entity.operations.bulkMatching) return { query, body: { action: 'resubmit', total: 99 } };
      return { query: operation === entity.operations.export ? { ...query, format: 'ndjson' } : query };
    },
    expect: {
      status: operation === entity.operations.bulkMatching ? 409 : 200,
      check: async (_, context) => {
        const batch = await context.backend.batches.get(entity);
        const scope = { entity, contract, batch, caller: context.username('admin') };
        for (const condition of conditionsFor(scope, parameter)) await tryCondition(context, batch, condition, find);
      },
    },
  };
}

async function tryCondition(context: CaseContext, batch: RecordBatch, condition: Condition, find: Find): Promise<void> {
  // the condition's own name replaces that of the batch, of which it is a part
  await find(context, { ...batch.query, ...condition.query }, batch.records.filter(condition.matches));
}

export const findInList: Find = async (context, query, expected) => {
  const { data } = await context.call('list', 'admin', { query: { ...query, pageSize: 50 } });
  assertSameIds(data.items as RecordData[], expected, query); // Cast: validated by the list's cases.
  assert.equal(data.total, expected.length, `the total of ${JSON.stringify(query)}`);
  if (!('status' in query))
    assert.deepEqual(data.counts, countByStatus(expected), `/data/counts of ${JSON.stringify(query)}`);
};

export const findInExport: Find = async (context, query, expected) => {
  const { body } = await context.call('export', 'admin', { query: { ...query, format: 'ndjson' } });
  assertSameIds(parseNdjson(String(body)) as { id: number }[], expected, query); // Cast: only ids are read.
};

/** Starts nothing: where another number matches than the caller has seen, the answer says how many do. */
export const findInBulkChange: Find = async ({ backend, entity }, query, expected) => {
  const token = await backend.sessions.token('admin');
  const body = { action: 'resubmit', total: 99 };
  const { status, data, message } = await send(
    backend.address.url,
    entity.operations.bulkMatching,
    { query, body },
    token,
  );
  const key = expected.length === 0 ? 'nothingMatches' : 'matchesChanged';
  const count = expected.length === 0 ? undefined : String(expected.length);
  assert.deepEqual([status, data.key, /\d+/.exec(message)?.[0]], [409, key, count], JSON.stringify(query));
};

function assertSameIds(actual: { id: number }[], expected: { id: number }[], query: object): void {
  const ids = (items: { id: number }[]) => items.map(({ id }) => id).toSorted((a, b) => a - b);
  assert.deepEqual(ids(actual), ids(expected), JSON.stringify(query));
}

export function countByStatus(records: { status: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of records) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
