import assert from 'node:assert/strict';
import { valueAt, withValue } from '../contract/places.ts';
import { fill } from '../contract/texts.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { type Kind, uniqueValues } from '../suite/kind.ts';
import { minimalBody } from '../suite/without.ts';
import { duplicate } from './duplicate.ts';

export function createCases(kind: Kind, contract: Contract): Case[] {
  const base = { kind, operationId: kind.ops.create.id };
  const editor = { as: 'editor' };
  const existingRecord = { ...editor, record: 'pending' as const, shared: true };
  return [
    {
      ...base,
      name: 'creates a pending record',
      needs: editor,
      request: async (scene) => ({ body: await scene.freshBody() }),
      expect: {
        status: 201,
        check: async ({ data, headers }, scene) => {
          assert.deepEqual([data.record?.status, data.record?.version], ['pending', 1]);
          assert.equal(data.record?.createdBy, scene.username('editor'));
          assert.equal(headers.get('etag'), '"1"');
          const savedRecord = await scene.call('get', 'viewer', { params: { id: data.record?.id ?? 0 } });
          assert.deepEqual(savedRecord.data.record, data.record, 'it reads as it was answered');
        },
      },
    },
    {
      ...base,
      name: 'accepts the required fields alone',
      needs: editor,
      request: async (scene) => {
        return { body: minimalBody(kind, await scene.freshBody()) };
      },
      expect: {
        status: 201,
        check: ({ data }) => {
          const createMinimal = minimalBody(kind, kind.example);
          for (const name of kind.neededToApprove.filter((field) => !(field in createMinimal))) {
            assert.equal(data.record?.[name], null, `${name} is null`);
          }
        },
      },
    },
    ...foldingCases(kind),
    ...duplicateTexts(kind, contract).map(
      ([language, message]): Case => ({
        ...base,
        name: `refuses a duplicate, in ${language}`,
        needs: existingRecord,
        request: async (scene) => ({
          language,
          body: { ...(await scene.freshBody()), ...uniqueValues(kind, scene.record) },
        }),
        expect: {
          ...duplicate(kind),
          message,
          check: ({ data }) => assert.equal(data.fields?.[0]?.message, message),
        },
      }),
    ),
  ];
}

function duplicateTexts(kind: Kind, contract: Contract): [string, string][] {
  const text = contract.components.schemas.ErrorKey?.['x-text']?.[duplicate(kind).key ?? ''];
  if (!text) return [];
  return [
    ['zh-CN', fill(text['zh-CN'], { entity: kind.label['zh-CN'] })],
    ['en', fill(text.en, { entity: kind.label.en })],
  ];
}

function foldingCases(kind: Kind): Case[] {
  const foldedFields = kind.places.filter(
    ({ path, schema, readOnly }) => schema['x-case'] === 'upper' && valueAt(kind.example, path) && !readOnly,
  );
  return foldedFields.map(({ path }) => ({
    kind,
    operationId: kind.ops.create.id,
    name: `folds ${path.join('/')} to upper case`,
    needs: { as: 'editor' },
    request: async (scene) => {
      const body = await scene.freshBody();
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
