import assert from 'node:assert/strict';
import { languages } from '../contract/texts.ts';
import type { Case } from '../suite/case.ts';
import { bodyOf, type Kind, type Reference } from '../suite/kind.ts';
import { targetOf } from '../suite/records.ts';

/** Rules that a schema cannot express: existing time zones, and references that agree with one another. */
export function beyondSchemaCases(kind: Kind, kinds: Kind[]): Case[] {
  const fields = kind.references.filter(({ path }) => path.length === 1);
  return [
    ...zoneCases(kind),
    ...fields.flatMap((place) =>
      sharedReferences(place, fields, kinds).map((sharedReference) => disagreementCase(kind, place, sharedReference)),
    ),
    ...fields.filter(({ target }) => target === kind.tag).flatMap((place) => cycleCases(kind, nameOf(place))),
  ];
}

function zoneCases(kind: Kind): Case[] {
  if (!kind.places.some((place) => nameOf(place) === 'timezone')) return [];
  const base = { kind, operationId: kind.ops.create.id, needs: { as: 'editor' } };
  return [
    ...languages.map(
      (language): Case => ({
        ...base,
        name: `refuses an unknown time zone, in ${language}`,
        request: async (scene) => ({ language, body: { ...(await scene.freshBody()), timezone: 'Asia/Atlantis' } }),
        expect: { status: 422, key: 'validationError', fields: ['/timezone unknownTimeZone'] },
      }),
    ),
    {
      ...base,
      name: 'replaces an outdated time zone name',
      request: async (scene) => ({ body: { ...(await scene.freshBody()), timezone: 'Asia/Calcutta' } }),
      expect: { status: 201, check: ({ data }) => assert.equal(data.record?.timezone, 'Asia/Kolkata') },
    },
  ];
}

/** The references that a record shares with a record it refers to: an airport and its city both have a country. */
function sharedReferences(place: Reference, fields: Reference[], kinds: Kind[]): Reference[] {
  // A parent station may be in another country.
  if (nameOf(place) !== place.target) return [];
  const ownReferences = kinds.find(({ tag }) => tag === place.target)?.references ?? [];
  return fields.filter((field) =>
    ownReferences.some((reference) => reference.target === field.target && nameOf(reference) === nameOf(field)),
  );
}

function disagreementCase(kind: Kind, place: Reference, sharedReference: Reference): Case {
  const name = nameOf(place);
  return {
    kind,
    operationId: kind.ops.create.id,
    name: `refuses a ${name} of another ${nameOf(sharedReference)}`,
    needs: { as: 'editor' },
    request: async ({ backend, records }) => {
      const body = await records.freshBody(kind);
      const otherRecord = await backend.targets.another(sharedReference.target, body[nameOf(sharedReference)], records);
      return { body: { ...body, [nameOf(sharedReference)]: otherRecord.code } };
    },
    expect: { status: 422, key: 'validationError', fields: [`/${name} otherCountry`] },
  };
}

function cycleCases(kind: Kind, name: string): Case[] {
  const base = { kind, operationId: kind.ops.update.id, needs: { as: 'editor', record: 'pending' as const } };
  const expect = { status: 422, key: 'validationError', fields: [`/${name} circle`] };
  return [
    {
      ...base,
      name: `refuses itself as its ${name}`,
      request: ({ record }) => ({ ...targetOf(record), body: { ...bodyOf(kind, record), [name]: record.code } }),
      expect,
    },
    {
      ...base,
      name: `refuses as its ${name} what is below it`,
      request: async (scene) => {
        const { record, records } = scene;
        const recordBelow = { ...(await scene.freshBody()), [name]: record.code };
        const child = await records.make(kind, 'pending', 'editor', recordBelow);
        const furtherRecord = { ...(await scene.freshBody()), [name]: child.code };
        const { code } = await records.make(kind, 'pending', 'editor', furtherRecord);
        return { ...targetOf(record), body: { ...bodyOf(kind, record), [name]: code } };
      },
      expect,
    },
  ];
}

function nameOf({ path }: { path: string[] }): string {
  return path.join('/');
}
