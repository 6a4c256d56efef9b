import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import { assertChanged, changedBody } from '../suite/change.ts';
import { bodyOf, type Kind, uniqueValues } from '../suite/kind.ts';
import { targetOf } from '../suite/records.ts';
import { withoutField } from '../suite/without.ts';
import { duplicate } from './duplicate.ts';

export function writeCases(kind: Kind): Case[] {
  const update = { kind, operationId: kind.ops.update.id };
  const remove = { kind, operationId: kind.ops.remove.id };
  return [
    {
      ...update,
      name: 'changes a pending record at once',
      needs: { as: 'admin', record: 'pending' },
      request: ({ record }) => ({ ...targetOf(record), body: changedBody(kind, record) }),
      expect: {
        status: 200,
        check: ({ data, headers }, scene) => {
          const { record } = scene;
          assert.deepEqual([data.record?.status, data.record?.version], ['pending', record.version + 1]);
          assertChanged(kind, data.record, record);
          assert.equal(data.record?.createdBy, scene.username('editor'));
          assert.equal(data.record?.updatedBy, scene.username('admin'));
          assert.equal(headers.get('etag'), `"${record.version + 1}"`);
        },
      },
    },
    {
      ...update,
      name: 'changes a rejected record, which stays rejected',
      needs: { as: 'editor', record: 'rejected' },
      request: ({ record }) => ({ ...targetOf(record), body: changedBody(kind, record) }),
      expect: { status: 200, check: ({ data }) => assert.equal(data.record?.status, 'rejected') },
    },
    {
      ...update,
      name: 'frees the old code',
      needs: { as: 'editor', record: 'pending' },
      request: async (scene) => ({ ...targetOf(scene.record), body: await scene.freshBody() }),
      expect: {
        status: 200,
        check: async (_, scene) => {
          const body = { ...(await scene.freshBody()), ...uniqueValues(kind, scene.record) };
          await scene.records.make(kind, 'pending', 'editor', body);
        },
      },
    },
    {
      ...update,
      name: 'refuses a code of another record',
      needs: { as: 'editor', record: 'pending' },
      request: async (scene) => {
        const otherRecord = await scene.another('pending');
        const body = { ...bodyOf(kind, scene.record), ...uniqueValues(kind, otherRecord) };
        return { ...targetOf(scene.record), body };
      },
      expect: duplicate(kind),
    },
    ...kind.neededToApprove.map(
      (name): Case => ({
        ...update,
        name: `keeps an approved record from losing ${name}`,
        needs: { as: 'editor', record: 'approved', shared: true },
        request: ({ record }) => ({ ...targetOf(record), body: withoutField(kind, bodyOf(kind, record), name) }),
        expect: { status: 422, key: 'validationError', fields: [`/${name} requiredToApprove`] },
      }),
    ),
    {
      ...remove,
      name: 'deletes a pending record',
      needs: { as: 'editor', record: 'pending' },
      request: ({ record }) => targetOf(record),
      expect: {
        status: 200,
        check: async ({ data }, scene) => {
          assert.deepEqual(data, { id: scene.record.id, version: scene.record.version }, 'the version to restore');
          const afterDeletion = await scene.ask('get', 'viewer', { params: { id: scene.record.id } });
          assert.equal(afterDeletion.status, 404);
        },
      },
    },
    {
      ...remove,
      name: 'deletes an inactive record at once',
      needs: { as: 'editor', record: 'inactive' },
      request: ({ record }) => targetOf(record),
      expect: { status: 200 },
    },
    ...(kind.review === 'none' ? [] : [closesProposal(kind)]),
  ];
}

function closesProposal(kind: Kind): Case {
  return {
    kind,
    operationId: kind.ops.remove.id,
    name: 'closes the proposal beside an inactive record',
    needs: { as: 'editor', record: 'update proposed' },
    request: async ({ records, record }) => targetOf(await records.move(kind, record, 'deactivate')),
    expect: {
      status: 200,
      check: async (_, scene) => {
        const proposal = await scene.ask('proposal', 'viewer', { params: { id: scene.record.id } });
        assert.equal(proposal.status, 404);
      },
    },
  };
}
