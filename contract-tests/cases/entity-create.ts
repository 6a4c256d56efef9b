import assert from 'node:assert/strict';
import { withoutNull } from '../contract/entities.ts';
import { fill } from '../contract/texts.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';

export function createCases(kind: Kind, contract: Contract): Case[] {
  const base = { kind, operationId: kind.ops.create.id };
  const editor = { as: 'editor' };
  const taken = { ...editor, record: 'pending' as const };
  const required = kind.write.required ?? [];
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
          const again = await scene.call('get', 'viewer', { params: { id: data.record?.id ?? 0 } });
          assert.deepEqual(again.data.record, data.record, 'it reads as it was answered');
        },
      },
    },
    {
      ...base,
      name: 'takes the required fields alone',
      needs: editor,
      request: async (scene) => {
        const body = await scene.freshBody();
        return { body: Object.fromEntries(required.map((name) => [name, body[name]])) };
      },
      expect: {
        status: 201,
        check: ({ data }) => {
          for (const name of kind.neededToApprove.filter((field) => !required.includes(field))) {
            assert.equal(data.record?.[name], null, `${name} is null`);
          }
        },
      },
    },
    ...foldingCases(kind, contract),
    ...duplicateTexts(kind, contract).map(
      ([language, message]): Case => ({
        ...base,
        name: `refuses a code that is taken, in ${language}`,
        needs: taken,
        request: async (scene) => ({
          language,
          body: { ...(await scene.freshBody()), [kind.identity]: scene.record[kind.identity] },
        }),
        expect: {
          status: 409,
          key: 'duplicateCode',
          message,
          fields: [`/${kind.identity} duplicateCode`],
          check: ({ data }) => assert.equal(data.fields?.[0]?.message, message),
        },
      }),
    ),
  ];
}

function duplicateTexts(kind: Kind, contract: Contract): [string, string][] {
  const text = contract.components.schemas.ErrorKey?.['x-text']?.duplicateCode;
  if (!text) return [];
  return [
    ['zh-CN', fill(text['zh-CN'], { entity: kind.label['zh-CN'] })],
    ['en', fill(text.en, { entity: kind.label.en })],
  ];
}

function foldingCases(kind: Kind, contract: Contract): Case[] {
  const folded = Object.entries(kind.write.properties ?? {}).filter(
    ([name, schema]) => withoutNull(contract, schema)['x-case'] === 'upper' && kind.example[name],
  );
  return folded.map(([name]) => ({
    kind,
    operationId: kind.ops.create.id,
    name: `folds ${name} to upper case`,
    needs: { as: 'editor' },
    request: async (scene) => {
      const body = await scene.freshBody();
      return { body: { ...body, [name]: String(body[name]).toLowerCase() } };
    },
    expect: {
      status: 201,
      check: ({ data }) => assert.equal(data.record?.[name], String(data.record?.[name]).toUpperCase()),
    },
  }));
}
