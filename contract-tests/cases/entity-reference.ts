import assert from 'node:assert/strict';
import { pointerTo, valueAt, withValue } from '../contract/places.ts';
import type { Case } from '../suite/case.ts';
import type { RecordData, ReferencesData } from '../suite/data.ts';
import { bodyOf, type Kind, type Reference, titleOf } from '../suite/kind.ts';
import { at } from '../suite/records.ts';
import type { Scene } from '../suite/scene.ts';

/** Cases for each place of each kind that refers to records of this one. */
export function referenceCases(kind: Kind, kinds: Kind[]): Case[] {
  return kinds.flatMap((other) =>
    other.references
      .filter(({ target }) => target === kind.tag)
      .flatMap((place) => [...ofTarget(kind, other, place), ...ofReferrer(kind, other, place)]),
  );
}

function ofTarget(kind: Kind, other: Kind, place: Reference): Case[] {
  const by = `the ${place.path.join('/')} of a ${other.tag}`;
  const isIt = ({ total, totals, items }: ReferencesData, { records }: Scene) => {
    assert.deepEqual([total, totals], [1, { [other.tag]: 1 }]);
    const [only, ...more] = (items ?? []) as RecordData[]; // Cast: validated against the references' schema before.
    const referrer = records.last(other);
    assert.deepEqual([only?.entity, only?.id, more], [other.tag, referrer.id, []]);
    assert.deepEqual([only?.code, only?.name], [referrer.code ?? null, titleOf(other, referrer)]);
  };
  return [
    {
      kind,
      operationId: kind.ops.remove.id,
      name: `refuses while it is ${by}`,
      needs: { as: 'editor', record: 'pending' },
      request: async (scene) => {
        await referrer(scene, other, place);
        return at(scene.record);
      },
      expect: {
        status: 409,
        key: 'inUse',
        check: ({ data }, scene) => isIt(data.references ?? {}, scene),
      },
    },
    {
      kind,
      operationId: kind.ops.references.id,
      name: `finds that it is ${by}`,
      needs: { as: 'viewer', record: 'pending' },
      request: async (scene) => {
        await referrer(scene, other, place);
        return { params: { id: scene.record.id } };
      },
      expect: {
        status: 200,
        check: ({ data }, scene) => isIt(data, scene),
      },
    },
    {
      kind,
      operationId: kind.ops.update.id,
      name: `takes a new code that ${by} then has, in a version of its own`,
      needs: { as: 'editor', record: 'pending' },
      request: async (scene) => {
        await referrer(scene, other, place);
        const fresh = await scene.freshBody();
        return { ...at(scene.record), body: { ...bodyOf(kind, scene.record), [kind.identity]: fresh[kind.identity] } };
      },
      expect: {
        status: 200,
        check: async ({ data }, { world, record, records, kind: { ops } }) => {
          const before = records.last(other);
          const now = await world.call(other.ops.get, 'viewer', { params: { id: before.id } });
          assert.equal(valueAt(now.data.record, place.path), data.record?.code, 'it has the new code');
          assert.equal(now.data.record?.version, before.version + 1, 'it is in the next version');
          const actions = async (operation: Kind['ops']['history'], { id }: RecordData) => {
            const { items = [] } = (await world.call(operation, 'viewer', { params: { id } })).data;
            // Cast: validated against the history's schema before.
            return (items as { action: string }[]).map(({ action }) => action);
          };
          assert.deepEqual(await actions(ops.history, record), ['update', 'create']);
          assert.deepEqual(await actions(other.ops.history, before), ['reference', 'create']);
        },
      },
    },
  ];
}

function ofReferrer(kind: Kind, other: Kind, place: Reference): Case[] {
  return [
    {
      kind,
      operationId: other.ops.get.id,
      name: `names the ${kind.tag} at ${pointerTo(place)}`,
      needs: { as: 'viewer', record: 'pending' },
      request: async (scene) => ({ params: { id: (await referrer(scene, other, place)).id } }),
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
      request: async ({ records, kind: own }) => {
        const unknown = (await records.freshBody(kind))[kind.identity];
        return { body: withValue(await records.freshBody(own), place.path, unknown) };
      },
      expect: { status: 422, key: 'validationError', fields: [`${pointerTo(place)} unknownReference`] },
    },
  ];
}

async function referrer({ world, records, record }: Scene, other: Kind, place: Reference): Promise<RecordData> {
  const body = await world.targets.referring(other, place, record, records);
  return records.make(other, 'pending', 'editor', body);
}
