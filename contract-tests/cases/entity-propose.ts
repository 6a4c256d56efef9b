import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Answer } from '../suite/client.ts';
import type { Kind } from '../suite/kind.ts';
import { at, renamed, type State } from '../suite/records.ts';
import type { Scene } from '../suite/scene.ts';

/** What is proposed beside a record where a second person must agree. */
export function proposeCases(kind: Kind): Case[] {
  const update = { kind, operationId: kind.ops.update.id };
  const remove = { kind, operationId: kind.ops.remove.id };
  const restore = { kind, operationId: kind.ops.restore.id };
  const secondPerson: State[] = ['approved', 'active', 'inactive'];
  return [
    ...secondPerson.map(
      (state): Case => ({
        ...update,
        name: `proposes a change to a record that is ${state}`,
        needs: { as: 'editor', record: state },
        request: ({ record }) => ({ ...at(record), body: renamed(kind, record) }),
        expect: {
          status: 202,
          check: async (answer, scene) => {
            assert.deepEqual(answer.data.proposal?.changes, ['/name']);
            assert.equal(answer.data.proposal?.after?.name, `${scene.record.name} renamed`);
            await proposes('update', answer, scene);
          },
        },
      }),
    ),
    {
      ...update,
      name: 'replaces one’s own proposal',
      needs: { as: 'editor', record: 'update proposed' },
      request: ({ record }) => ({ ...at(record), body: { ...renamed(kind, record), name: 'Second thoughts' } }),
      expect: {
        status: 202,
        check: ({ data }, { proposal }) => {
          assert.equal(data.proposal?.after?.name, 'Second thoughts');
          assert.ok((data.proposal?.version ?? 0) > proposal.version, 'the proposal’s version has gone up');
        },
      },
    },
    {
      ...update,
      name: 'refuses while somebody else’s proposal is open',
      needs: { as: 'admin', record: 'update proposed' },
      request: ({ record }) => ({ ...at(record), body: renamed(kind, record) }),
      expect: { status: 409, key: 'proposalOpen' },
    },
    {
      ...remove,
      name: 'proposes the deletion of an active record',
      needs: { as: 'editor', record: 'active' },
      request: ({ record }) => at(record),
      expect: { status: 202, check: (answer, scene) => proposes('delete', answer, scene) },
    },
    {
      ...remove,
      name: 'refuses while somebody else’s proposal is open',
      needs: { as: 'admin', record: 'update proposed' },
      request: ({ record }) => at(record),
      expect: { status: 409, key: 'proposalOpen' },
    },
    {
      ...restore,
      name: 'proposes the fields of an earlier version of an active record',
      needs: { as: 'editor', record: 'revised' },
      request: ({ record }) => ({ ...at(record), body: { version: 1 } }),
      expect: { status: 202, check: (answer, scene) => proposes('restore', answer, scene) },
    },
    {
      ...restore,
      name: 'refuses while somebody else’s proposal is open',
      needs: { as: 'admin', record: 'revised' },
      request: async (scene) => {
        await scene.call('update', 'editor', { ...at(scene.record), body: renamed(kind, scene.record) });
        return { ...at(scene.record), body: { version: 1 } };
      },
      expect: { status: 409, key: 'proposalOpen' },
    },
  ];
}

async function proposes(action: string, { data }: Answer, scene: Scene): Promise<void> {
  assert.deepEqual([data.proposal?.action, data.proposal?.by], [action, scene.username('editor')]);
  assert.equal(data.proposal?.baseVersion, scene.record.version);
  assert.deepEqual(data.record, scene.record, 'the record answered is untouched');
  const now = await scene.call('get', 'viewer', { params: { id: scene.record.id } });
  assert.deepEqual(now.data.record, scene.record, 'the record is untouched');
}
