import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import { assertUnchanged } from '../suite/change.ts';
import { type Kind, titleOf, uniqueValues } from '../suite/kind.ts';
import { targetOf } from '../suite/records.ts';
import { duplicate } from './duplicate.ts';

export function restoreCases(kind: Kind): Case[] {
  const base = { kind, operationId: kind.ops.restore.id };
  const editor = { as: 'editor' };
  return [
    {
      ...base,
      name: 'restores the fields of an earlier version',
      needs: { ...editor, record: 'pending' },
      request: async ({ records, record }) => ({
        ...targetOf(await records.update(kind, record, 'editor')),
        body: { version: record.version },
      }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assertUnchanged(kind, data.record, record);
          assert.equal(data.record?.version, record.version + 2);
        },
      },
    },
    {
      ...base,
      name: 'restores a deleted record as pending, with its id',
      needs: { ...editor, record: 'deleted' },
      request: ({ record }) => ({ params: { id: record.id }, body: { version: record.version } }),
      expect: {
        status: 200,
        check: async ({ data }, scene) => {
          const { id, version } = scene.record;
          assert.ok(data.record);
          assert.deepEqual([data.record.id, data.record.status], [id, 'pending']);
          assert.equal(titleOf(kind, data.record), titleOf(kind, scene.record));
          assert.ok(data.record.version > version, 'the version counts on');
          const restored = await scene.call('get', 'viewer', { params: { id } });
          assert.deepEqual(restored.data.record, data.record);
        },
      },
    },
    {
      ...base,
      name: 'restores a deleted active record as pending',
      needs: { ...editor, record: 'inactive' },
      request: async (scene) => {
        await scene.call('remove', 'editor', targetOf(scene.record));
        return { params: { id: scene.record.id }, body: { version: scene.record.version } };
      },
      expect: { status: 200, check: ({ data }) => assert.equal(data.record?.status, 'pending') },
    },
    {
      ...base,
      name: 'refuses if another record has taken the code since',
      needs: { ...editor, record: 'deleted' },
      request: async (scene) => {
        const { record } = scene;
        const body = { ...(await scene.freshBody()), ...uniqueValues(kind, record) };
        await scene.records.make(kind, 'pending', 'editor', body);
        return { params: { id: record.id }, body: { version: record.version } };
      },
      expect: duplicate(kind),
    },
    {
      ...base,
      name: 'refuses a version that does not exist',
      needs: { ...editor, record: 'pending', shared: true },
      request: ({ record }) => ({ ...targetOf(record), body: { version: record.version + 1000 } }),
      expect: { status: 422, key: 'validationError', fields: ['/version unknownVersion'] },
    },
  ];
}
