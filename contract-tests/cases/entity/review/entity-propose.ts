import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { type RecordState, versionedTarget } from '../../../suite/records/records.ts';
import type { TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../../suite/requests/client.ts';
import { assertChanged, changedBody, changePointer } from '../../../suite/values/changed-body.ts';

const approvedStates: RecordState[] = ['approved', 'active', 'inactive'];

/** Tests changes that become proposals because a second person must approve them. */
export function proposeCases(entity: TestedEntity): Case[] {
  if (entity.review === 'none') return changeWithoutReviewCases(entity);
  const update = { entity, operationId: entity.operations.update.id };
  const remove = { entity, operationId: entity.operations.remove.id };
  const restore = { entity, operationId: entity.operations.restore.id };
  return [
    ...approvedStates.map(
      (state): Case => ({
        ...update,
        name: `proposes a change to a record that is ${state}`,
        needs: { role: 'editor', recordState: state },
        request: ({ record }) => ({ ...versionedTarget(record), body: changedBody(entity, record) }),
        expect: {
          status: 202,
          check: async (response, context) => {
            assert.deepEqual(response.data.proposal?.changes, [changePointer(entity)]);
            assertChanged(entity, response.data.proposal?.after, context.record);
            await expectProposal('update', response, context);
          },
        },
      }),
    ),
    {
      ...update,
      name: 'replaces the caller’s own proposal',
      needs: { role: 'editor', recordState: 'update proposed' },
      request: ({ record }) => ({ ...versionedTarget(record), body: changedBody(entity, record, 2) }),
      expect: {
        status: 202,
        check: ({ data }, { proposal, record }) => {
          assertChanged(entity, data.proposal?.after, record, 2);
          assert.ok((data.proposal?.version ?? 0) > proposal.version, 'the proposal has a higher version');
        },
      },
    },
    {
      ...update,
      name: 'refuses while someone else’s proposal is open',
      needs: { role: 'admin', recordState: 'update proposed', leavesRecordUnchanged: true },
      request: ({ record }) => ({ ...versionedTarget(record), body: changedBody(entity, record) }),
      expect: { status: 409, key: 'proposalOpen' },
    },
    ...unseenProposalCases(entity),
    {
      ...remove,
      name: 'proposes the deletion of an active record',
      needs: { role: 'editor', recordState: 'active' },
      request: ({ record }) => versionedTarget(record),
      expect: { status: 202, check: (response, context) => expectProposal('delete', response, context) },
    },
    {
      ...remove,
      name: 'refuses while someone else’s proposal is open',
      needs: { role: 'admin', recordState: 'update proposed', leavesRecordUnchanged: true },
      request: ({ record }) => versionedTarget(record),
      expect: { status: 409, key: 'proposalOpen' },
    },
    {
      ...restore,
      name: 'proposes the fields of an earlier version of an active record',
      needs: { role: 'editor', recordState: 'revised' },
      request: ({ record }) => ({ ...versionedTarget(record), body: { version: 1 } }),
      expect: {
        status: 202,
        check: async (response, context) => {
          const { after } = response.data.proposal ?? {};
          assert.ok(after, 'there is one');
          // the record is the one that was changed, so the proposal has what it was changed from
          assertChanged(entity, context.record, after);
          await expectProposal('restore', response, context);
        },
      },
    },
    {
      ...restore,
      name: 'refuses while someone else’s proposal is open',
      needs: { role: 'admin', recordState: 'revised' },
      request: async (context) => {
        await context.call('update', 'editor', {
          ...versionedTarget(context.record),
          body: changedBody(entity, context.record),
        });
        return { ...versionedTarget(context.record), body: { version: 1 } };
      },
      expect: { status: 409, key: 'proposalOpen' },
    },
  ];
}

/** Tests that a caller who names the version of a proposal replaces that one only. */
function unseenProposalCases(entity: TestedEntity): Case[] {
  const operations = [
    { verb: 'update', body: ({ record }: CaseContext) => changedBody(entity, record, 2) },
    { verb: 'remove' },
    { verb: 'restore', body: () => ({ version: 1 }) },
  ] as const;
  return operations.flatMap(({ verb, ...request }): Case[] => {
    const operationId = entity.operations[verb].id;
    const inputOf = (context: CaseContext, proposalVersion: number) => ({
      ...versionedTarget(context.record),
      ...('body' in request && { body: request.body(context) }),
      query: { proposalVersion },
    });
    return [
      {
        entity,
        operationId,
        name: 'refuses to replace a proposal that the caller has not seen',
        needs: { role: 'editor', recordState: 'update proposed', leavesRecordUnchanged: true },
        request: (context) => inputOf(context, context.proposal.version - 1),
        expect: {
          status: 412,
          key: 'proposalChanged',
          check: async ({ data }, context) => {
            const { proposal, record } = context;
            assert.deepEqual([data.current?.id, data.current?.version], [proposal.id, proposal.version]);
            const { data: stored } = await context.call('proposal', 'editor', { params: { id: record.id } });
            assert.deepEqual(stored.proposal, data.current, 'the proposal is unchanged');
          },
        },
      },
      {
        entity,
        operationId,
        name: 'refuses to go on from a proposal that is not open any more',
        needs: { role: 'editor', recordState: 'active', leavesRecordUnchanged: true },
        request: (context) => inputOf(context, 1),
        expect: {
          status: 412,
          key: 'proposalChanged',
          check: ({ data }, { record }) => assert.deepEqual(data.current, record),
        },
      },
    ];
  });
}

/** Tests the same changes for entities without review, whose changes apply at once. */
function changeWithoutReviewCases(entity: TestedEntity): Case[] {
  const updateCases = approvedStates.map(
    (state): Case => ({
      entity,
      operationId: entity.operations.update.id,
      name: `changes a record that is ${state} at once`,
      needs: { role: 'editor', recordState: state },
      request: ({ record }) => ({ ...versionedTarget(record), body: changedBody(entity, record) }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.deepEqual([data.record?.status, data.record?.version], [state, record.version + 1]);
          assertChanged(entity, data.record, record);
        },
      },
    }),
  );
  return [
    ...updateCases,
    {
      entity,
      operationId: entity.operations.remove.id,
      name: 'deletes an active record at once',
      needs: { role: 'editor', recordState: 'active' },
      request: ({ record }) => versionedTarget(record),
      expect: { status: 200 },
    },
    {
      entity,
      operationId: entity.operations.restore.id,
      name: 'restores an earlier version of an active record at once',
      needs: { role: 'editor', recordState: 'revised' },
      request: ({ record }) => ({ ...versionedTarget(record), body: { version: 1 } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.ok(data.record, 'there is one');
          assert.equal(data.record.status, 'active');
          assertChanged(entity, record, data.record);
        },
      },
    },
  ];
}

async function expectProposal(action: string, { data }: ApiResponse, context: CaseContext): Promise<void> {
  assert.deepEqual([data.proposal?.action, data.proposal?.by], [action, context.username('editor')]);
  assert.equal(data.proposal?.baseVersion, context.record.version);
  assert.deepEqual(data.record, context.record, 'the returned record is unchanged');
  const currentRecord = await context.call('get', 'viewer', { params: { id: context.record.id } });
  assert.deepEqual(currentRecord.data.record, context.record, 'the record is unchanged');
}
