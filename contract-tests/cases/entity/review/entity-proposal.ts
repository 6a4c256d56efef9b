import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';

export function proposalCases(entity: TestedEntity): Case[] {
  return [...noProposalCases(entity), ...(entity.review === 'none' ? [] : openProposalCases(entity))];
}

function openProposalCases(entity: TestedEntity): Case[] {
  const read = { entity, operationId: entity.operations.proposal.id };
  const withdraw = { entity, operationId: entity.operations.withdraw.id };
  const recordState = 'update proposed' as const;
  return [
    {
      ...read,
      name: 'returns the proposal with its version as ETag',
      needs: { role: 'viewer', recordState, leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: {
        status: 200,
        check: ({ data, headers }, { proposal }) => {
          assert.deepEqual(data.proposal, proposal);
          assert.equal(headers.get('etag'), `"${proposal.version}"`);
          assert.equal(data.ownWork, false, '/data/ownWork');
        },
      },
    },
    {
      ...read,
      name: 'marks the proposal as the author’s own work',
      needs: { role: 'editor', recordState, leavesRecordUnchanged: true },
      request: ({ record }) => ({ params: { id: record.id } }),
      expect: { status: 200, check: ({ data }) => assert.equal(data.ownWork, true, '/data/ownWork') },
    },
    {
      ...withdraw,
      name: 'lets the author withdraw the proposal',
      needs: { role: 'editor', recordState },
      request: ({ proposalTarget }) => proposalTarget,
      expect: { status: 200, check: (_, context) => assertWithdrawn(context) },
    },
    {
      ...withdraw,
      name: 'lets a reviewer withdraw the proposal',
      needs: { role: 'reviewer', recordState },
      request: ({ proposalTarget }) => proposalTarget,
      expect: { status: 200, check: (_, context) => assertWithdrawn(context) },
    },
    {
      ...withdraw,
      name: 'lets nobody else withdraw the proposal',
      needs: { role: 'editor', recordState, author: 'admin', leavesRecordUnchanged: true },
      request: ({ proposalTarget }) => proposalTarget,
      expect: { status: 403, key: 'forbidden', permission: `${entity.tag}:review` },
    },
  ];
}

function noProposalCases(entity: TestedEntity): Case[] {
  return (['proposal', 'withdraw'] as const).map((verb) => ({
    entity,
    operationId: entity.operations[verb].id,
    name: 'returns 404 if nothing is proposed',
    needs: { role: verb === 'proposal' ? 'viewer' : 'editor', recordState: 'active', leavesRecordUnchanged: true },
    request: ({ record }) => ({ params: { id: record.id }, ...(verb === 'withdraw' && { version: 1 }) }),
    expect: { status: 404, key: 'notFound' },
  }));
}

async function assertWithdrawn(context: CaseContext): Promise<void> {
  const { status } = await context.tryCall('proposal', 'viewer', { params: { id: context.record.id } });
  assert.equal(status, 404, 'the proposal is gone');
  const { data } = await context.call('get', 'viewer', { params: { id: context.record.id } });
  assert.deepEqual(data.record, context.record, 'the record is unchanged');
}
