import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import { type TestedEntity, uniqueValues } from '../../../suite/records/tested-entity.ts';
import { assertChanged } from '../../../suite/values/changed-body.ts';
import { duplicateError } from '../write/duplicate-error.ts';

export function decideCases(entity: TestedEntity): Case[] {
  if (entity.review === 'none') return [missingProposalCase(entity)];
  const base = { entity, operationId: entity.operations.decide.id };
  const reviewer = { role: 'reviewer' };
  const approve = { decision: 'approve' };
  return [
    {
      ...base,
      name: 'approves a change',
      needs: { ...reviewer, recordState: 'update proposed' },
      request: ({ proposalTarget }) => ({ ...proposalTarget, body: approve }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { record } = context;
          assertChanged(entity, data.record, record);
          assert.deepEqual([data.record?.status, data.record?.version], ['active', record.version + 1]);
          const { status } = await context.tryCall('proposal', 'viewer', { params: { id: record.id } });
          assert.equal(status, 404, 'the proposal is gone');
        },
      },
    },
    {
      ...base,
      name: 'approves a change after another field of the record has changed',
      needs: { ...reviewer, recordState: 'update proposed' },
      request: async ({ proposalTarget, records, record }) => {
        await records.transition(entity, record, 'deactivate');
        return { ...proposalTarget, body: approve };
      },
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.equal(data.record?.status, 'inactive');
          assertChanged(entity, data.record, record);
        },
      },
    },
    {
      ...base,
      name: 'approves a deletion',
      needs: { ...reviewer, recordState: 'deletion proposed' },
      request: ({ proposalTarget }) => ({ ...proposalTarget, body: approve }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.equal(data.record, null);
          const { status } = await context.tryCall('get', 'viewer', { params: { id: context.record.id } });
          assert.equal(status, 404);
        },
      },
    },
    {
      ...base,
      name: 'approves the fields of an earlier version',
      needs: { ...reviewer, recordState: 'restoration proposed' },
      request: ({ proposalTarget }) => ({ ...proposalTarget, body: approve }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.ok(data.record, 'there is one');
          assertChanged(entity, record, data.record);
        },
      },
    },
    {
      ...base,
      name: 'rejects with a reason',
      needs: { ...reviewer, recordState: 'update proposed' },
      request: ({ proposalTarget }) => ({
        ...proposalTarget,
        body: { decision: 'reject', reason: 'the old value is right' },
      }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.deepEqual(data.record, context.record, 'the record is unchanged');
          const { status } = await context.tryCall('proposal', 'viewer', { params: { id: context.record.id } });
          assert.equal(status, 404, 'the proposal is gone');
        },
      },
    },
    {
      ...base,
      name: 'requires a reason to reject',
      needs: { ...reviewer, recordState: 'update proposed', leavesRecordUnchanged: true },
      request: ({ proposalTarget }) => ({ ...proposalTarget, body: { decision: 'reject' } }),
      expect: { status: 422, key: 'validationError', fields: ['/reason reasonRequired'] },
    },
    {
      ...base,
      name: 'refuses the author',
      needs: { role: 'admin', recordState: 'update proposed', author: 'admin', leavesRecordUnchanged: true },
      request: ({ proposalTarget }) => ({ ...proposalTarget, body: approve }),
      expect: { status: 409, key: 'secondPerson' },
    },
    {
      ...base,
      name: 'refuses a code that another record uses by now',
      needs: { ...reviewer, recordState: 'active' },
      request: async (context) => {
        const { record, records } = context;
        const proposedBody = await context.freshBody();
        const input = { params: { id: record.id }, version: record.version, body: proposedBody };
        const { data } = await context.call('update', 'editor', input);
        const duplicateBody = {
          ...(await context.freshBody()),
          ...uniqueValues(entity, { ...record, ...proposedBody }),
        };
        await records.create(entity, 'pending', 'editor', duplicateBody);
        return { params: { id: record.id }, version: data.proposal?.version ?? 0, body: approve };
      },
      expect: duplicateError(entity),
    },
    missingProposalCase(entity),
  ];
}

function missingProposalCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: entity.operations.decide.id,
    name: 'returns 404 if nothing is proposed',
    needs: { role: 'reviewer', recordState: 'active', leavesRecordUnchanged: true },
    request: ({ record }) => ({ params: { id: record.id }, version: 1, body: { decision: 'approve' } }),
    expect: { status: 404, key: 'notFound' },
  };
}
