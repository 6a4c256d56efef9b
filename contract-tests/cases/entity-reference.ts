import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { RecordData } from '../suite/data.ts';
import type { Kind } from '../suite/kind.ts';
import { at } from '../suite/records.ts';
import type { Scene } from '../suite/scene.ts';

/** Cases for each kind that refers to this one, which it does by a field of this one's name. */
export function referenceCases(kind: Kind, kinds: Kind[]): Case[] {
  const referrers = kinds.filter(({ tag, write }) => tag !== kind.tag && write.properties?.[kind.tag]);
  return referrers.flatMap((other): Case[] => [
    {
      kind,
      operationId: kind.ops.remove.id,
      name: `refuses while a ${other.tag} refers to it`,
      needs: { as: 'editor', record: 'pending' },
      request: async (scene) => {
        await referrer(other, scene);
        return at(scene.record);
      },
      expect: {
        status: 409,
        key: 'inUse',
        check: ({ data }) =>
          assert.deepEqual([data.references?.total, data.references?.items[0]?.entity], [1, other.tag]),
      },
    },
    {
      kind,
      operationId: kind.ops.references.id,
      name: `finds the ${other.tag} that refers to it`,
      needs: { as: 'viewer', record: 'pending' },
      request: async (scene) => {
        await referrer(other, scene);
        return { params: { id: scene.record.id } };
      },
      expect: { status: 200, check: ({ data }) => assert.equal(data.total, 1) },
    },
    {
      kind,
      operationId: other.ops.get.id,
      name: `names the ${kind.tag} that it refers to`,
      needs: { as: 'viewer', record: 'pending' },
      request: async (scene) => ({ params: { id: (await referrer(other, scene)).id } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.equal(data.labels?.[kind.tag]?.[record.code ?? '']?.name, record.name);
        },
      },
    },
  ]);
}

async function referrer(other: Kind, { records, record, kind }: Scene): Promise<RecordData> {
  const body = { ...(await records.freshBody(other)), [kind.tag]: record.code };
  return records.make(other, 'pending', 'editor', body);
}
