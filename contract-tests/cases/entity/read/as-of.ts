import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../../suite/requests/client.ts';
import { parseNdjson } from '../../../suite/requests/files.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { until } from '../../../suite/until.ts';
import { changedBody } from '../../../suite/values/changed-body.ts';

/** A day before any backend was installed, and one that no test lives to see. */
const [BEFORE_THE_LOG, IN_THE_FUTURE] = ['1999-12-31', '9998-12-31'];

const today = () => new Date().toISOString().slice(0, 10);

/** Reads records as they were at a time, or will be on a day. */
export function asOfCases(entity: TestedEntity): Case[] {
  const { get, list, export: exportOperation } = entity.operations;
  const ofGet = { entity, operationId: get.id };
  const pending = { role: 'viewer', recordState: 'pending' } as const;
  const returnsRecord = {
    status: 200,
    check: ({ data }: ApiResponse, { record }: CaseContext) => assert.deepEqual(data.record, record),
  };
  return [
    {
      ...ofGet,
      name: 'returns a record of the past',
      needs: pending,
      request: async (context) => ({
        params: { id: context.record.id },
        query: { asOf: await changeAfterwards(context) },
      }),
      expect: returnsRecord,
    },
    {
      ...ofGet,
      name: 'returns a record of a future day, which no change set is due to change',
      equivalenceKey: 'as of a future day',
      needs: { ...pending, leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id }, query: { asOf: IN_THE_FUTURE } }),
      expect: returnsRecord,
    },
    {
      ...ofGet,
      name: 'refuses a day before the log',
      equivalenceKey: 'as of a day before the log',
      needs: { ...pending, leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id }, query: { asOf: BEFORE_THE_LOG } }),
      expect: { status: 422, key: 'validationError', fields: ['/query/asOf beforeLog'] },
    },
    ...MOMENTS.map(
      ([when, readMoment]): Case => ({
        entity,
        operationId: list.id,
        name: `lists a record ${when}`,
        equivalenceKey: `lists a record ${when}`,
        needs: pending,
        request: async (context) => ({
          query: { asOf: await readMoment(context), sort: '-createTime', pageSize: 100 },
        }),
        expect: {
          status: 200,
          check: ({ data }: ApiResponse, { record }) => {
            const items = data.items as RecordData[]; // Cast: validated against the contract.
            assertSame(
              items.find(({ id }) => id === record.id),
              record,
            );
          },
        },
      }),
    ),
    ...MOMENTS.map(
      ([when, readMoment]): Case => ({
        entity,
        operationId: exportOperation.id,
        name: `exports a record ${when}, and says at which position of the feed`,
        equivalenceKey: `exports a record ${when}`,
        needs: { ...pending, role: 'admin' },
        request: async (context) => ({
          query: { format: 'ndjson', ids: context.record.id, asOf: await readMoment(context) },
        }),
        expect: {
          status: 200,
          check: ({ body, headers }, { record }) => {
            const lines = parseNdjson(String(body));
            assert.equal(lines.length, 1);
            assertSame(lines[0], record);
            const position = headers.get('X-As-Of-Position');
            assert.match(String(headers.get('Content-Disposition')), new RegExp(`-position-${position}\\.ndjson`));
          },
        },
      }),
    ),
  ];
}

type ReadMoment = (context: CaseContext) => Promise<string> | string;

const MOMENTS: [string, ReadMoment][] = [
  ['of the past', (context) => changeAfterwards(context)],
  ['of a future day', () => IN_THE_FUTURE],
];

/** Lists of some kinds add members to the record. */
function assertSame(actual: Record<string, unknown> | undefined, record: RecordData): void {
  for (const [name, value] of Object.entries(record)) assert.deepEqual(actual?.[name], value, name);
}

/** Changes the record once the feed has it, and returns a time just before that change. */
async function changeAfterwards(context: CaseContext): Promise<string> {
  const params = { id: context.record.id };
  await until(async () => {
    const { data } = await context.call('get', 'viewer', { params, query: { asOf: today() } });
    assert.deepEqual(data.record, context.record);
  });
  const body = changedBody(context.entity, context.record);
  const { data } = await context.call('update', 'editor', { ...versionedTarget(context.record), body });
  return new Date(Date.parse(String(data.record?.updateTime)) - 1).toISOString();
}
