import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../suite/requests/client.ts';
import { until } from '../../suite/until.ts';
import { changedBody } from '../../suite/values/changed-body.ts';

/** A day before any backend was installed, and one that no test lives to see. */
const [BEFORE_THE_LOG, IN_THE_FUTURE] = ['1999-12-31', '9998-12-31'];

const today = () => new Date().toISOString().slice(0, 10);

/** Reads records as they were at a time or on a day. */
export function asOfCases(entity: TestedEntity): Case[] {
  const get = { entity, operationId: entity.operations.get.id };
  return [
    {
      ...get,
      name: 'returns a record of the past',
      needs: { role: 'viewer', recordState: 'pending' },
      request: async (context) => ({
        params: { id: context.record.id },
        query: { asOf: await changeAfterwards(context) },
      }),
      expect: {
        status: 200,
        check: ({ data }: ApiResponse, { record }) => assert.deepEqual(data.record, record),
      },
    },
    ...(
      [
        ['before the log', BEFORE_THE_LOG, 'beforeLog'],
        ['in the future', IN_THE_FUTURE, 'maximum'],
      ] as const
    ).map(
      ([when, asOf, rule]): Case => ({
        ...get,
        name: `refuses a day ${when}`,
        equivalenceKey: `as of a day ${when}`,
        needs: { role: 'viewer', recordState: 'approved', leavesRecordUnchanged: true },
        request: ({ record }) => ({ params: { id: record.id }, query: { asOf } }),
        expect: { status: 422, key: 'validationError', fields: [`/query/asOf ${rule}`] },
      }),
    ),
  ];
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
