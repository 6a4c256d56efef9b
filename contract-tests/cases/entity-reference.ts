import assert from 'node:assert/strict';
import { pointerTo, valueAt, withValue } from '../contract/places.ts';
import type { Case } from '../suite/case.ts';
import type { RecordData, ReferencesData } from '../suite/data.ts';
import { bodyOf, type Kind, type Reference, titleOf } from '../suite/kind.ts';
import { targetOf } from '../suite/records.ts';
import type { Scene } from '../suite/scene.ts';

/** Cases for every field of any kind that refers to records of this kind. */
export function referenceCases(kind: Kind, kinds: Kind[]): Case[] {
  return kinds.flatMap((other) =>
    other.references
      .filter(({ target }) => target === kind.tag)
      .flatMap((place) => [...targetCases(kind, other, place), ...referrerCases(kind, other, place)]),
  );
}

function targetCases(kind: Kind, other: Kind, place: Reference): Case[] {
  const usage = `the ${place.path.join('/')} of a ${other.tag}`;
  const isOnlyReferrer = ({ total, totals, items }: ReferencesData, { records }: Scene) => {
    assert.deepEqual([total, totals], [1, { [other.tag]: 1 }]);
    const [onlyReferrer, ...more] = (items ?? []) as RecordData[]; // Cast: validated against the references' schema before.
    const createReferrer = records.last(other);
    assert.deepEqual([onlyReferrer?.entity, onlyReferrer?.id, more], [other.tag, createReferrer.id, []]);
    assert.deepEqual(
      [onlyReferrer?.code, onlyReferrer?.name],
      [createReferrer.code ?? null, titleOf(other, createReferrer)],
    );
  };
  return [
    {
      kind,
      operationId: kind.ops.remove.id,
      name: `refuses while it is ${usage}`,
      needs: { as: 'editor', record: 'pending' },
      request: async (scene) => {
        await createReferrer(scene, other, place);
        return targetOf(scene.record);
      },
      expect: {
        status: 409,
        key: 'inUse',
        check: ({ data }, scene) => isOnlyReferrer(data.references ?? {}, scene),
      },
    },
    {
      kind,
      operationId: kind.ops.references.id,
      name: `finds that it is ${usage}`,
      needs: { as: 'viewer', record: 'pending' },
      request: async (scene) => {
        await createReferrer(scene, other, place);
        return { params: { id: scene.record.id } };
      },
      expect: {
        status: 200,
        check: ({ data }, scene) => isOnlyReferrer(data, scene),
      },
    },
    {
      kind,
      operationId: kind.ops.update.id,
      name: `takes a new code that ${usage} then has, in a version of its own`,
      needs: { as: 'editor', record: 'pending' },
      request: async (scene) => {
        await createReferrer(scene, other, place);
        const newBody = await scene.freshBody();
        return {
          ...targetOf(scene.record),
          body: { ...bodyOf(kind, scene.record), [kind.identity]: newBody[kind.identity] },
        };
      },
      expect: {
        status: 200,
        check: async ({ data }, { backend, record, records, kind: { ops } }) => {
          const oldReferrer = records.last(other);
          const newReferrer = await backend.call(other.ops.get, 'viewer', { params: { id: oldReferrer.id } });
          assert.equal(valueAt(newReferrer.data.record, place.path), data.record?.code, 'it has the new code');
          assert.equal(newReferrer.data.record?.version, oldReferrer.version + 1, 'it is in the next version');
          const actions = async (operation: Kind['ops']['history'], { id }: RecordData) => {
            const { items = [] } = (await backend.call(operation, 'viewer', { params: { id } })).data;
            // Cast: validated against the history's schema before.
            return (items as { action: string }[]).map(({ action }) => action);
          };
          assert.deepEqual(await actions(ops.history, record), ['update', 'create']);
          assert.deepEqual(await actions(other.ops.history, oldReferrer), ['reference', 'create']);
        },
      },
    },
  ];
}

function referrerCases(kind: Kind, other: Kind, place: Reference): Case[] {
  return [
    {
      kind,
      operationId: other.ops.get.id,
      name: `names the ${kind.tag} at ${pointerTo(place)}`,
      needs: { as: 'viewer', record: 'pending' },
      request: async (scene) => ({ params: { id: (await createReferrer(scene, other, place)).id } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.equal(data.labels?.[kind.tag]?.[record.code ?? '']?.name, record.name);
        },
      },
    },
    {
      kind: other,
      operationId: other.ops.create.id,
      name: `refuses a ${kind.tag} at ${pointerTo(place)} that there is none of`,
      needs: { as: 'editor' },
      request: async ({ records, kind: ownReferences }) => {
        const unknownCode = (await records.freshBody(kind))[kind.identity];
        return { body: withValue(await records.freshBody(ownReferences), place.path, unknownCode) };
      },
      expect: { status: 422, key: 'validationError', fields: [`${pointerTo(place)} unknownReference`] },
    },
  ];
}

async function createReferrer({ backend, records, record }: Scene, other: Kind, place: Reference): Promise<RecordData> {
  const body = await backend.targets.bodyReferringTo(other, place, record, records);
  return records.make(other, 'pending', 'editor', body);
}
