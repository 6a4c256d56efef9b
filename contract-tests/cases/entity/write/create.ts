import assert from 'node:assert/strict';
import { valueAt, withValue } from '../../../contract/body-fields.ts';
import { fillPlaceholders } from '../../../contract/texts.ts';
import type { Contract } from '../../../contract/types.ts';
import type { Case } from '../../../suite/case.ts';
import { type TestedEntity, uniqueValues } from '../../../suite/records/tested-entity.ts';
import { minimalBody } from '../../../suite/values/reduced-bodies.ts';
import { duplicateError } from './duplicate-error.ts';

export function createCases(entity: TestedEntity, contract: Contract): Case[] {
  const base = { entity, operationId: entity.operations.create.id };
  const editor = { role: 'editor' };
  const existingRecord = { ...editor, recordState: 'pending' as const, leavesRecordUnchanged: true };
  return [
    {
      ...base,
      name: 'creates a pending record',
      needs: editor,
      request: async (context) => ({ body: await context.freshBody() }),
      expect: {
        status: 201,
        check: async ({ data, headers }, context) => {
          assert.deepEqual([data.record?.status, data.record?.version], ['pending', 1]);
          assert.equal(data.record?.createdBy, context.username('editor'));
          assert.equal(headers.get('etag'), '"1"');
          const savedRecord = await context.call('get', 'viewer', { params: { id: data.record?.id ?? 0 } });
          assert.deepEqual(savedRecord.data.record, data.record, 'the saved record equals the response');
        },
      },
    },
    {
      ...base,
      name: 'accepts the required fields alone',
      needs: editor,
      request: async (context) => {
        return { body: minimalBody(entity, await context.freshBody()) };
      },
      expect: {
        status: 201,
        check: ({ data }) => {
          const minimalExample = minimalBody(entity, entity.example);
          for (const name of entity.requiredToApprove.filter((field) => !(field in minimalExample))) {
            assert.equal(data.record?.[name], null, `${name} is null`);
          }
        },
      },
    },
    ...foldingCases(entity),
    ...duplicateMessages(entity, contract).map(
      ([language, message]): Case => ({
        ...base,
        name: `refuses a duplicate, in ${language}`,
        needs: existingRecord,
        request: async (context) => ({
          language,
          body: { ...(await context.freshBody()), ...uniqueValues(entity, context.record) },
        }),
        expect: {
          ...duplicateError(entity),
          message,
          check: ({ data }) => assert.equal(data.fields?.[0]?.message, message),
        },
      }),
    ),
  ];
}

function duplicateMessages(entity: TestedEntity, contract: Contract): [string, string][] {
  const text = contract.components.schemas.ErrorKey?.['x-text']?.[duplicateError(entity).key ?? ''];
  if (!text) return [];
  return [
    ['zh-CN', fillPlaceholders(text['zh-CN'], { entity: entity.label['zh-CN'] })],
    ['en', fillPlaceholders(text.en, { entity: entity.label.en })],
  ];
}

function foldingCases(entity: TestedEntity): Case[] {
  const foldedFields = entity.fields.filter(
    ({ path, schema, readOnly }) => schema['x-case'] === 'upper' && valueAt(entity.example, path) && !readOnly,
  );
  return foldedFields.map(({ path }) => ({
    entity,
    operationId: entity.operations.create.id,
    name: `folds ${path.join('/')} to upper case`,
    needs: { role: 'editor' },
    request: async (context) => {
      const body = await context.freshBody();
      return { body: withValue(body, path, String(valueAt(body, path)).toLowerCase()) };
    },
    expect: {
      status: 201,
      check: ({ data }) => {
        const value = String(valueAt(data.record, path));
        assert.equal(value, value.toUpperCase());
      },
    },
  }));
}
