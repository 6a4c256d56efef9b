import assert from 'node:assert/strict';
import { languages } from '../../contract/texts.ts';
import type { Case } from '../../suite/case.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import { type Reference, type TestedEntity, unchangedBody } from '../../suite/records/tested-entity.ts';

/** Tests rules that a schema cannot express: time zones must exist, and references must agree with each other. */
export function semanticRuleCases(entity: TestedEntity, entities: TestedEntity[]): Case[] {
  const fields = entity.references.filter(({ path }) => path.length === 1);
  return [
    ...timeZoneCases(entity),
    ...fields.flatMap((reference) =>
      sharedReferences(reference, fields, entities).map((sharedReference) =>
        disagreementCase(entity, reference, sharedReference),
      ),
    ),
    ...fields
      .filter(({ target }) => target === entity.tag)
      .flatMap((reference) => cycleCases(entity, nameOf(reference))),
  ];
}

function timeZoneCases(entity: TestedEntity): Case[] {
  if (!entity.fields.some((field) => nameOf(field) === 'timezone')) return [];
  const base = { entity, operationId: entity.operations.create.id, needs: { role: 'editor' } };
  return [
    ...languages.map(
      (language): Case => ({
        ...base,
        name: `refuses an unknown time zone, in ${language}`,
        request: async (context) => ({ language, body: { ...(await context.freshBody()), timezone: 'Asia/Atlantis' } }),
        expect: { status: 422, key: 'validationError', fields: ['/timezone unknownTimeZone'] },
      }),
    ),
    {
      ...base,
      name: 'replaces an outdated time zone name',
      request: async (context) => ({ body: { ...(await context.freshBody()), timezone: 'Asia/Calcutta' } }),
      expect: { status: 201, check: ({ data }) => assert.equal(data.record?.timezone, 'Asia/Kolkata') },
    },
  ];
}

/** Returns the references that a record shares with a record it refers to: an airport and its city both have a country. */
function sharedReferences(reference: Reference, fields: Reference[], entities: TestedEntity[]): Reference[] {
  // A station and its parent station may be in different countries.
  if (nameOf(reference) !== reference.target) return [];
  const targetReferences = entities.find(({ tag }) => tag === reference.target)?.references ?? [];
  return fields.filter((field) =>
    targetReferences.some((candidate) => candidate.target === field.target && nameOf(candidate) === nameOf(field)),
  );
}

function disagreementCase(entity: TestedEntity, reference: Reference, sharedReference: Reference): Case {
  const name = nameOf(reference);
  return {
    entity,
    operationId: entity.operations.create.id,
    name: `refuses a ${name} of a different ${nameOf(sharedReference)}`,
    needs: { role: 'editor' },
    request: async ({ backend, records }) => {
      const body = await records.freshBody(entity);
      const otherRecord = await backend.referenceTargets.findOrCreateOther(
        sharedReference.target,
        body[nameOf(sharedReference)],
        records,
      );
      return { body: { ...body, [nameOf(sharedReference)]: otherRecord.code } };
    },
    expect: { status: 422, key: 'validationError', fields: [`/${name} otherCountry`] },
  };
}

function cycleCases(entity: TestedEntity, name: string): Case[] {
  const base = {
    entity,
    operationId: entity.operations.update.id,
    needs: { role: 'editor', recordState: 'pending' as const },
  };
  const expect = { status: 422, key: 'validationError', fields: [`/${name} circle`] };
  return [
    {
      ...base,
      name: `refuses a record as its own ${name}`,
      request: ({ record }) => ({
        ...versionedTarget(record),
        body: { ...unchangedBody(entity, record), [name]: record.code },
      }),
      expect,
    },
    {
      ...base,
      name: `refuses a descendant as ${name}`,
      request: async (context) => {
        const { record, records } = context;
        const childBody = { ...(await context.freshBody()), [name]: record.code };
        const child = await records.create(entity, 'pending', 'editor', childBody);
        const grandchildBody = { ...(await context.freshBody()), [name]: child.code };
        const { code } = await records.create(entity, 'pending', 'editor', grandchildBody);
        return { ...versionedTarget(record), body: { ...unchangedBody(entity, record), [name]: code } };
      },
      expect,
    },
  ];
}

function nameOf({ path }: { path: string[] }): string {
  return path.join('/');
}
