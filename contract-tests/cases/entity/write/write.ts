import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import { type TestedEntity, unchangedBody, uniqueValues } from '../../../suite/records/tested-entity.ts';
import { assertChanged, changedBody } from '../../../suite/values/changed-body.ts';
import { withoutField } from '../../../suite/values/reduced-bodies.ts';
import { duplicateError } from './duplicate-error.ts';

export function writeCases(entity: TestedEntity): Case[] {
  const update = { entity, operationId: entity.operations.update.id };
  const remove = { entity, operationId: entity.operations.remove.id };
  return [
    {
      ...update,
      name: 'changes a pending record at once',
      needs: { role: 'admin', recordState: 'pending' },
      request: ({ record }) => ({ ...versionedTarget(record), body: changedBody(entity, record) }),
      expect: {
        status: 200,
        check: ({ data, headers }, context) => {
          const { record } = context;
          assert.deepEqual([data.record?.status, data.record?.version], ['pending', record.version + 1]);
          assertChanged(entity, data.record, record);
          assert.equal(data.record?.createdBy, context.username('editor'));
          assert.equal(data.record?.updatedBy, context.username('admin'));
          assert.equal(headers.get('etag'), `"${record.version + 1}"`);
        },
      },
    },
    {
      ...update,
      name: 'changes a rejected record, which stays rejected',
      needs: { role: 'editor', recordState: 'rejected' },
      request: ({ record }) => ({ ...versionedTarget(record), body: changedBody(entity, record) }),
      expect: { status: 200, check: ({ data }) => assert.equal(data.record?.status, 'rejected') },
    },
    {
      ...update,
      name: 'frees the old code for other records',
      needs: { role: 'editor', recordState: 'pending' },
      request: async (context) => ({ ...versionedTarget(context.record), body: await context.freshBody() }),
      expect: {
        status: 200,
        check: async (_, context) => {
          const body = { ...(await context.freshBody()), ...uniqueValues(entity, context.record) };
          await context.records.create(entity, 'pending', 'editor', body);
        },
      },
    },
    {
      ...update,
      name: 'refuses a code of another record',
      needs: { role: 'editor', recordState: 'pending' },
      request: async (context) => {
        const otherRecord = await context.createOther('pending');
        const body = { ...unchangedBody(entity, context.record), ...uniqueValues(entity, otherRecord) };
        return { ...versionedTarget(context.record), body };
      },
      expect: duplicateError(entity),
    },
    ...(['approved', 'active', 'inactive'] as const).flatMap((recordState) =>
      entity.requiredToApprove.map(
        (name): Case => ({
          ...update,
          name: `refuses to remove ${name} from an ${recordState} record`,
          needs: { role: 'editor', recordState, leavesRecordUnchanged: true },
          request: ({ record }) => ({
            ...versionedTarget(record),
            body: withoutField(entity, unchangedBody(entity, record), name),
          }),
          expect: { status: 422, key: 'validationError', fields: [`/${name} requiredToApprove`] },
        }),
      ),
    ),
    {
      ...remove,
      name: 'deletes a pending record',
      needs: { role: 'editor', recordState: 'pending' },
      request: ({ record }) => versionedTarget(record),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.deepEqual(
            data,
            { id: context.record.id, version: context.record.version },
            'the response has the version to restore',
          );
          const responseAfterDeletion = await context.tryCall('get', 'viewer', { params: { id: context.record.id } });
          assert.equal(responseAfterDeletion.status, 404);
        },
      },
    },
    {
      ...remove,
      name: 'deletes an inactive record at once',
      needs: { role: 'editor', recordState: 'inactive' },
      request: ({ record }) => versionedTarget(record),
      expect: { status: 200 },
    },
    ...(entity.review === 'none' ? [] : [closedProposalCase(entity)]),
  ];
}

function closedProposalCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.remove.id,
    name: 'closes the proposal of a deleted inactive record',
    needs: { role: 'editor', recordState: 'update proposed' },
    request: async ({ records, record }) => versionedTarget(await records.transition(entity, record, 'deactivate')),
    expect: {
      status: 200,
      check: async (_, context) => {
        const proposal = await context.tryCall('proposal', 'viewer', { params: { id: context.record.id } });
        assert.equal(proposal.status, 404);
      },
    },
  };
}
