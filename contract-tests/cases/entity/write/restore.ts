import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import { asMember } from '../../../suite/member-case.ts';
import { versionedTarget } from '../../../suite/records/records.ts';
import { type TestedEntity, titleOf, uniqueValues } from '../../../suite/records/tested-entity.ts';
import type { TestBackend } from '../../../suite/test-backend.ts';
import { assertUnchanged } from '../../../suite/values/changed-body.ts';
import { duplicateError } from './duplicate-error.ts';

export function restoreCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.restore.id };
  const editor = { role: 'editor' };
  return [
    {
      ...base,
      name: 'restores the fields of an earlier version',
      needs: { ...editor, recordState: 'pending' },
      request: async ({ records, record }) => ({
        ...versionedTarget(await records.update(entity, record, 'editor')),
        body: { version: record.version },
      }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assertUnchanged(entity, data.record, record);
          assert.equal(data.record?.version, record.version + 2);
        },
      },
    },
    {
      ...base,
      name: 'restores a deleted record as pending, with its id',
      needs: { ...editor, recordState: 'deleted' },
      request: ({ record }) => ({ params: { id: record.id }, body: { version: record.version } }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const { id, version } = context.record;
          assert.ok(data.record, 'there is one');
          assert.deepEqual([data.record.id, data.record.status], [id, 'pending']);
          assert.equal(titleOf(entity, data.record), titleOf(entity, context.record));
          assert.ok(data.record.version > version, 'the version keeps increasing');
          const restored = await context.call('get', 'viewer', { params: { id } });
          assert.deepEqual(restored.data.record, data.record);
        },
      },
    },
    {
      ...base,
      name: 'restores a deleted inactive record as pending',
      needs: { ...editor, recordState: 'inactive' },
      request: async (context) => {
        await context.call('remove', 'editor', versionedTarget(context.record));
        return { params: { id: context.record.id }, body: { version: context.record.version } };
      },
      expect: { status: 200, check: ({ data }) => assert.equal(data.record?.status, 'pending') },
    },
    {
      ...base,
      name: 'refuses a code that another record uses by now',
      needs: { ...editor, recordState: 'deleted' },
      request: async (context) => {
        const { record } = context;
        const body = { ...(await context.freshBody()), ...uniqueValues(entity, record) };
        await context.records.create(entity, 'pending', 'editor', body);
        return { params: { id: record.id }, body: { version: record.version } };
      },
      expect: duplicateError(entity),
    },
    {
      ...base,
      name: 'asks for the permission to create to bring back a deleted record',
      needs: { role: 'admin', recordState: 'deleted', leavesRecordUnchanged: true },
      request: async ({ backend, record }) => ({
        ...asMember({ token: await tokenWithoutCreate(backend, entity) }, { version: record.version }),
        params: { id: record.id },
      }),
      expect: {
        status: 403,
        key: 'forbidden',
        permission: `${entity.tag}:create`,
        check: async (_, context) => {
          const { status } = await context.tryCall('get', 'viewer', { params: { id: context.record.id } });
          assert.equal(status, 404, 'it is still deleted');
        },
      },
    },
    {
      ...base,
      name: 'refuses a version that does not exist',
      needs: { ...editor, recordState: 'pending', leavesRecordUnchanged: true },
      request: ({ record }) => ({ ...versionedTarget(record), body: { version: record.version + 1000 } }),
      expect: { status: 422, key: 'validationError', fields: ['/version unknownVersion'] },
    },
  ];
}

/** Returns the token of an account that may change records of a kind but not create any, of the run’s or of one made for it. */
async function tokenWithoutCreate({ sessions, spareMember }: TestBackend, { tag }: TestedEntity): Promise<string> {
  const role = await sessions.roleWithout(`${tag}:create`, `${tag}:update`);
  if (role !== undefined) return sessions.token(role);
  return (await spareMember.withPermissions(`${tag}:read`, `${tag}:update`)).token;
}
