import assert from 'node:assert/strict';
import { languages } from '../contract/texts.ts';
import type { Case } from '../suite/case.ts';
import { bodyOf, type Kind, type Reference } from '../suite/kind.ts';
import { at } from '../suite/records.ts';

/** What only the server can tell of a value: whether a zone is one, and whether references agree with one another. */
export function beyondSchemaCases(kind: Kind, kinds: Kind[]): Case[] {
  const fields = kind.references.filter(({ path }) => path.length === 1);
  return [
    ...zoneCases(kind),
    ...fields.flatMap((place) => sharedBy(place, fields, kinds).map((shared) => disagreeing(kind, place, shared))),
    ...fields.filter(({ target }) => target === kind.tag).flatMap((place) => circleCases(kind, nameOf(place))),
  ];
}

function zoneCases(kind: Kind): Case[] {
  if (!kind.places.some((place) => nameOf(place) === 'timezone')) return [];
  const base = { kind, operationId: kind.ops.create.id, needs: { as: 'editor' } };
  return [
    ...languages.map(
      (language): Case => ({
        ...base,
        name: `refuses a time zone that is none, in ${language}`,
        request: async (scene) => ({ language, body: { ...(await scene.freshBody()), timezone: 'Asia/Atlantis' } }),
        expect: { status: 422, key: 'validationError', fields: ['/timezone unknownTimeZone'] },
      }),
    ),
    {
      ...base,
      name: 'renames a time zone of old',
      request: async (scene) => ({ body: { ...(await scene.freshBody()), timezone: 'Asia/Calcutta' } }),
      expect: { status: 201, check: ({ data }) => assert.equal(data.record?.timezone, 'Asia/Kolkata') },
    },
  ];
}

/** The references that a record has in common with what it refers to: an airport's country and its city's. */
function sharedBy(place: Reference, fields: Reference[], kinds: Kind[]): Reference[] {
  // A parent's country may well be another.
  if (nameOf(place) !== place.target) return [];
  const own = kinds.find(({ tag }) => tag === place.target)?.references ?? [];
  return fields.filter((field) => own.some((one) => one.target === field.target && nameOf(one) === nameOf(field)));
}

function disagreeing(kind: Kind, place: Reference, shared: Reference): Case {
  const name = nameOf(place);
  return {
    kind,
    operationId: kind.ops.create.id,
    name: `refuses a ${name} of another ${nameOf(shared)}`,
    needs: { as: 'editor' },
    request: async ({ world, records }) => {
      const body = await records.freshBody(kind);
      const elsewhere = await world.targets.another(shared.target, body[nameOf(shared)], records);
      return { body: { ...body, [nameOf(shared)]: elsewhere.code } };
    },
    expect: { status: 422, key: 'validationError', fields: [`/${name} otherCountry`] },
  };
}

function circleCases(kind: Kind, name: string): Case[] {
  const base = { kind, operationId: kind.ops.update.id, needs: { as: 'editor', record: 'pending' as const } };
  const expect = { status: 422, key: 'validationError', fields: [`/${name} circle`] };
  return [
    {
      ...base,
      name: `refuses itself as its ${name}`,
      request: ({ record }) => ({ ...at(record), body: { ...bodyOf(kind, record), [name]: record.code } }),
      expect,
    },
    {
      ...base,
      name: `refuses as its ${name} what is below it`,
      request: async (scene) => {
        const { record, records } = scene;
        const below = { ...(await scene.freshBody()), [name]: record.code };
        const child = await records.make(kind, 'pending', 'editor', below);
        const further = { ...(await scene.freshBody()), [name]: child.code };
        const { code } = await records.make(kind, 'pending', 'editor', further);
        return { ...at(record), body: { ...bodyOf(kind, record), [name]: code } };
      },
      expect,
    },
  ];
}

function nameOf({ path }: { path: string[] }): string {
  return path.join('/');
}
