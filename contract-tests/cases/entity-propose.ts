import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import { assertChanged, changedBody, changePointer } from '../suite/change.ts';
import type { Answer } from '../suite/client.ts';
import type { Kind } from '../suite/kind.ts';
import { type State, targetOf } from '../suite/records.ts';
import type { Scene } from '../suite/scene.ts';

const approvedStates: State[] = ['approved', 'active', 'inactive'];

/** Changes that become proposals because a second person must approve them. */
export function proposeCases(kind: Kind): Case[] {
  if (kind.review === 'none') return withoutReviewCases(kind);
  const update = { kind, operationId: kind.ops.update.id };
  const remove = { kind, operationId: kind.ops.remove.id };
  const restore = { kind, operationId: kind.ops.restore.id };
  return [
    ...approvedStates.map(
      (state): Case => ({
        ...update,
        name: `proposes a change to a record that is ${state}`,
        needs: { as: 'editor', record: state },
        request: ({ record }) => ({ ...targetOf(record), body: changedBody(kind, record) }),
        expect: {
          status: 202,
          check: async (answer, scene) => {
            assert.deepEqual(answer.data.proposal?.changes, [changePointer(kind)]);
            assertChanged(kind, answer.data.proposal?.after, scene.record);
            await expectProposal('update', answer, scene);
          },
        },
      }),
    ),
    {
      ...update,
      name: 'replaces one’s own proposal',
      needs: { as: 'editor', record: 'update proposed' },
      request: ({ record }) => ({ ...targetOf(record), body: changedBody(kind, record, 2) }),
      expect: {
        status: 202,
        check: ({ data }, { proposal, record }) => {
          assertChanged(kind, data.proposal?.after, record, 2);
          assert.ok((data.proposal?.version ?? 0) > proposal.version, 'the proposal’s version has gone up');
        },
      },
    },
    {
      ...update,
      name: 'refuses while somebody else’s proposal is open',
      needs: { as: 'admin', record: 'update proposed', shared: true },
      request: ({ record }) => ({ ...targetOf(record), body: changedBody(kind, record) }),
      expect: { status: 409, key: 'proposalOpen' },
    },
    {
      ...remove,
      name: 'proposes the deletion of an active record',
      needs: { as: 'editor', record: 'active' },
      request: ({ record }) => targetOf(record),
      expect: { status: 202, check: (answer, scene) => expectProposal('delete', answer, scene) },
    },
    {
      ...remove,
      name: 'refuses while somebody else’s proposal is open',
      needs: { as: 'admin', record: 'update proposed', shared: true },
      request: ({ record }) => targetOf(record),
      expect: { status: 409, key: 'proposalOpen' },
    },
    {
      ...restore,
      name: 'proposes the fields of an earlier version of an active record',
      needs: { as: 'editor', record: 'revised' },
      request: ({ record }) => ({ ...targetOf(record), body: { version: 1 } }),
      expect: { status: 202, check: (answer, scene) => expectProposal('restore', answer, scene) },
    },
    {
      ...restore,
      name: 'refuses while somebody else’s proposal is open',
      needs: { as: 'admin', record: 'revised' },
      request: async (scene) => {
        await scene.call('update', 'editor', { ...targetOf(scene.record), body: changedBody(kind, scene.record) });
        return { ...targetOf(scene.record), body: { version: 1 } };
      },
      expect: { status: 409, key: 'proposalOpen' },
    },
  ];
}

/** The same for kinds without review, where changes apply at once. */
function withoutReviewCases(kind: Kind): Case[] {
  const change = approvedStates.map(
    (state): Case => ({
      kind,
      operationId: kind.ops.update.id,
      name: `changes a record that is ${state} at once`,
      needs: { as: 'editor', record: state },
      request: ({ record }) => ({ ...targetOf(record), body: changedBody(kind, record) }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.deepEqual([data.record?.status, data.record?.version], [state, record.version + 1]);
          assertChanged(kind, data.record, record);
        },
      },
    }),
  );
  return [
    ...change,
    {
      kind,
      operationId: kind.ops.remove.id,
      name: 'deletes an active record at once',
      needs: { as: 'editor', record: 'active' },
      request: ({ record }) => targetOf(record),
      expect: { status: 200 },
    },
    {
      kind,
      operationId: kind.ops.restore.id,
      name: 'brings back an earlier version of an active record at once',
      needs: { as: 'editor', record: 'revised' },
      request: ({ record }) => ({ ...targetOf(record), body: { version: 1 } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.ok(data.record);
          assert.equal(data.record.status, 'active');
          assertChanged(kind, record, data.record);
        },
      },
    },
  ];
}

async function expectProposal(action: string, { data }: Answer, scene: Scene): Promise<void> {
  assert.deepEqual([data.proposal?.action, data.proposal?.by], [action, scene.username('editor')]);
  assert.equal(data.proposal?.baseVersion, scene.record.version);
  assert.deepEqual(data.record, scene.record, 'the record answered is untouched');
  const currentRecord = await scene.call('get', 'viewer', { params: { id: scene.record.id } });
  assert.deepEqual(currentRecord.data.record, scene.record, 'the record is untouched');
}
