import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { type TestedEntity, uniqueValues } from '../../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../../suite/requests/client.ts';
import type { ResponseData } from '../../../suite/requests/response-data.ts';
import { changedBody, changePointer } from '../../../suite/values/changed-body.ts';
import { unknownId } from '../../../suite/values/harmless-request.ts';
import { duplicateError } from './duplicate-error.ts';

interface RowData {
  code: number;
  message?: string;
  data?: ResponseData;
  changes: string[];
}

/** Tests that a dry run answers what writes would be answered, and writes nothing. */
export function dryRunCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.dryRun.id };
  const onRecord = (role: string) => ({ role, recordState: 'active' as const, leavesRecordUnchanged: true });
  return [
    {
      ...base,
      name: 'answers what a change and a new record would be answered, and writes neither',
      needs: onRecord('editor'),
      request: async (context) => ({
        body: { rows: [changeRow(context), { changes: await context.freshBody() }] },
      }),
      expect: {
        status: 200,
        check: async (response, context) => {
          const [change, creation] = rowsIn(response);
          assert.deepEqual([change?.code, creation?.code], [entity.review === 'none' ? 200 : 202, 201]);
          assert.deepEqual(change?.changes, [changePointer(entity)]);
          assert.equal(Object(response.data).impact, undefined, 'there is no impact unless it is asked for');
          const { data } = await context.call('get', 'viewer', { params: { id: context.record.id } });
          assert.equal(data.record?.version, context.record.version);
        },
      },
    },
    {
      ...base,
      name: 'answers the refusal of each row that would be refused',
      needs: onRecord('editor'),
      request: async (context) => {
        const row = changeRow(context);
        const duplicate = { ...(await context.freshBody()), ...uniqueValues(entity, context.record) };
        const rows = [
          { ...row, version: row.version + 9 },
          { ...row, id: unknownId },
        ];
        return { body: { rows: [...rows, { changes: duplicate }] } };
      },
      expect: {
        status: 200,
        check: (response) => {
          const rows = rowsIn(response);
          assert.deepEqual(
            rows.map(({ code, data }) => [code, data?.key]),
            [
              [412, 'versionConflict'],
              [404, 'notFound'],
              [409, duplicateError(entity).key],
            ],
          );
          assert.ok(rows.every(({ message }) => message));
        },
      },
    },
    {
      ...base,
      name: 'refuses rows that change a record without its version',
      needs: onRecord('editor'),
      request: (context) => ({ body: { rows: [changeRow(context), { ...changeRow(context), version: undefined }] } }),
      expect: { status: 422, key: 'validationError', fields: ['/rows/1/version required'] },
    },
    {
      ...base,
      name: 'refuses the rows that the caller may not write',
      needs: onRecord('viewer'),
      request: async (context) => ({ body: { rows: [changeRow(context), { changes: await context.freshBody() }] } }),
      expect: {
        status: 200,
        check: (response) =>
          assert.deepEqual(
            rowsIn(response).map(({ code, data }) => [code, data?.permission]),
            [
              [403, `${entity.tag}:update`],
              [403, `${entity.tag}:create`],
            ],
          ),
      },
    },
    {
      ...base,
      name: 'answers the impact on request',
      needs: onRecord('editor'),
      request: (context) => ({ body: { rows: [changeRow(context)], impact: true } }),
      expect: {
        status: 200,
        check: ({ data }) => {
          const { referrers, referenceVersions } = Object(Object(data).impact);
          assert.deepEqual([referrers.total, referenceVersions.total], [0, 0]);
        },
      },
    },
  ];
}

const changeRow = ({ entity, record }: CaseContext) => ({
  id: record.id,
  version: record.version,
  changes: { [changePointer(entity).slice(1)]: changedBody(entity, record)[changePointer(entity).slice(1)] },
});

// Cast: validated against the schema of the answer before.
const rowsIn = ({ data }: ApiResponse): RowData[] => (data as unknown as { rows: RowData[] }).rows;
