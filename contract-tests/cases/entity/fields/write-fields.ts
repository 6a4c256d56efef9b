import assert from 'node:assert/strict';
import type { Schema } from '../../../contract/types.ts';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import { requireRecord, versionedTarget } from '../../../suite/records/records.ts';
import { type Body, type TestedEntity, unchangedBody } from '../../../suite/records/tested-entity.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import {
  assertHasNoOther,
  assertHolds,
  bodyWithChange,
  otherLocales,
  writableFields,
} from '../../../suite/values/field-changes.ts';
import { minimalBody, withoutField } from '../../../suite/values/reduced-bodies.ts';

/** Tests that a save stores each field as it was sent, and nothing else. */
export function writeFieldCases(entity: TestedEntity): Case[] {
  const create = { entity, operationId: entity.operations.create.id, needs: { role: 'editor' } };
  const update = { entity, operationId: entity.operations.update.id };
  const pending = { role: 'editor', recordState: 'pending' as const };
  return [
    {
      ...create,
      name: 'stores every field that was sent, and who sent it when',
      request: async (context) => ({ body: { ...(await context.freshBody()), ...localesOf(entity) } }),
      expect: {
        status: 201,
        check: async ({ data, headers }, context) => {
          const record = requireRecord(data.record);
          assertHolds(entity, record, { ...entity.example, ...identityOf(entity, record), ...localesOf(entity) });
          assert.deepEqual([record.createdBy, record.updatedBy], Array(2).fill(context.username('editor')));
          assert.equal(record.createTime, record.updateTime);
          assertNow(record.createTime, headers);
          const saved = await context.call('get', 'viewer', { params: { id: record.id } });
          assert.deepEqual(saved.data.record, record);
        },
      },
    },
    {
      ...create,
      name: 'leaves the fields that were not sent without a value',
      request: async (context) => ({ body: minimalBody(entity, await context.freshBody()) }),
      expect: {
        status: 201,
        check: ({ data }) => assertHasNoOther(entity, data.record, minimalBody(entity, entity.example)),
      },
    },
    {
      ...update,
      name: 'clears the fields that the body leaves out',
      needs: pending,
      request: ({ record }) => ({
        ...versionedTarget(record),
        body: minimalBody(entity, unchangedBody(entity, record)),
      }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          const body = minimalBody(entity, unchangedBody(entity, record));
          assertHolds(entity, data.record, body);
          assertHasNoOther(entity, data.record, body);
        },
      },
    },
    {
      ...update,
      name: 'changes each field by itself, and no other',
      needs: pending,
      request: ({ record }) => ({ ...versionedTarget(record), body: unchangedBody(entity, record) }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          assert.deepEqual(data.record, context.record, 'the record’s own values change nothing');
          let record = context.record;
          for (const field of writableFields(entity)) {
            const changed = await bodyWithChange(context, unchangedBody(entity, record), field);
            if (changed) record = await assertSaved(context, record, changed);
          }
        },
      },
    },
    {
      ...update,
      name: 'sets each field that is not required to null',
      needs: pending,
      request: ({ record }) => ({ ...versionedTarget(record), body: unchangedBody(entity, record) }),
      expect: {
        status: 200,
        check: async (_, context) => {
          let record = context.record;
          const required = Object.keys(minimalBody(entity, entity.example));
          for (const { path, schema } of writableFields(entity)) {
            const [name = ''] = path;
            if (required.includes(name) || ['array', 'object', 'boolean'].includes(String(schema.type))) continue;
            const body = withoutField(entity, unchangedBody(entity, record), name);
            // a city has to be in the country of its record
            if (name === 'country' && 'city' in body) body.city = null;
            if (record[name] !== null) record = await assertSaved(context, record, body);
          }
        },
      },
    },
    {
      ...update,
      name: 'stores a text as it was sent, in every script and case',
      needs: pending,
      request: ({ record }) => ({
        ...versionedTarget(record),
        body: { ...unchangedBody(entity, record), ...exactTexts(entity) },
      }),
      expect: { status: 200, check: ({ data }) => assertHolds(entity, data.record, exactTexts(entity)) },
    },
    {
      ...update,
      name: 'advances the time of the last change, and keeps that of the creation',
      needs: pending,
      request: async (context) => {
        const body = (await bodyWithChange(context, unchangedBody(entity, context.record), entity.changeField)) ?? {};
        return { ...versionedTarget(context.record), body };
      },
      expect: {
        status: 200,
        check: ({ data, headers }, { record }) => {
          assert.equal(data.record?.createTime, record.createTime);
          assert.ok(String(data.record?.updateTime) > String(record.updateTime), 'updateTime advances');
          assertNow(data.record?.updateTime, headers);
        },
      },
    },
  ];
}

const localesOf = ({ example }: TestedEntity): Body => ('locales' in example ? { locales: otherLocales } : {});

/** The values of a new record that no other record has. */
function identityOf({ fields, searchField, example }: TestedEntity, record: RecordData): Body {
  const names = fields
    .filter(({ path, schema }) => path.length === 1 && (schema['x-case'] === 'upper' || schema.format === 'date-time'))
    .map(({ path }) => path[0] ?? '');
  const own = [searchField, ...names.filter((name) => example[name] !== null)];
  return Object.fromEntries(own.map((name) => [name, record[name]]));
}

async function assertSaved(context: CaseContext, record: RecordData, body: Body): Promise<RecordData> {
  const { entity } = context;
  const { data } = await context.call('update', 'editor', { ...versionedTarget(record), body });
  const saved = requireRecord(data.record);
  assertHolds(entity, saved, body);
  assert.equal(saved.version, record.version + 1, 'the change is a new version');
  const read = await context.call('get', 'viewer', { params: { id: record.id } });
  assert.deepEqual(read.data.record, saved, 'the record that is read is the one that was saved');
  return saved;
}

/** Texts for the fields that take any: with letters of several scripts, beyond the basic plane, in mixed case, with two spaces. */
function exactTexts(entity: TestedEntity): Body {
  const text = 'Ærø  Ñandú МосквА 北京 𠮷野家 ÇİŞ “a”';
  const names = entity.fields
    .filter(({ path, schema, readOnly }) => path.length === 1 && !readOnly && takesText(schema, text))
    .map(({ path }) => path[0] ?? '');
  return Object.fromEntries(names.filter((name) => name !== entity.identityField).map((name) => [name, text]));
}

function takesText({ pattern, maxLength = Number.POSITIVE_INFINITY }: Schema, text: string): boolean {
  return pattern !== undefined && new RegExp(pattern, 'u').test(text) && text.length <= maxLength;
}

/** Asserts that a time is that of the answer, which shows that it is in UTC. */
function assertNow(time: unknown, headers: Headers): void {
  const date = headers.get('date');
  const now = date === null ? Date.now() : Date.parse(date);
  assert.ok(Math.abs(Date.parse(String(time)) - now) < 120_000, `${time} is not now, which is ${date}`);
}
