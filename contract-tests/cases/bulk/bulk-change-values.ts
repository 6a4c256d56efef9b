import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { type BulkChangeData, bulkChangeOf, waitForEnd } from '../../suite/features/bulk-changes.ts';
import { type TestedEntity, titleOf } from '../../suite/records/tested-entity.ts';
import { send } from '../../suite/requests/client.ts';
import { parseCsv } from '../../suite/requests/files.ts';
import type { ChangeData, RecordData } from '../../suite/requests/response-data.ts';

interface Report extends BulkChangeData {
  entity: string;
  action: string;
  reason: string | null;
  cancelling: boolean;
  proposed: number;
  createdBy: string;
  createTime: string;
  endTime: string | null;
  causes: { cause: string; fields: string[]; count: number; records: (RecordData & { locales: object })[] }[];
}

const reportIn = (response: Parameters<typeof bulkChangeOf>[0]) => bulkChangeOf(response) as Report; // Cast: validated.

/** Creates records with a name that nobody else has, and returns what finds them. */
async function createNamed(context: CaseContext, statuses: string[]): Promise<Record<string, string>> {
  const { entity, records } = context;
  const token = `Q${randomBytes(5).toString('hex')}`;
  for (const [index, status] of statuses.entries()) {
    const name = `${token} ${String.fromCharCode(90 - index)}`;
    await records.create(entity, status, 'editor', { ...(await context.freshBody()), [entity.searchField]: name });
  }
  return { [entity.searchField]: token };
}

async function listNamed(context: CaseContext, query: Record<string, string>): Promise<RecordData[]> {
  return (await context.call('list', 'viewer', { query: { ...query, pageSize: 100 } })).data.items as RecordData[]; // Cast: validated by its own cases.
}

const finished = async (context: CaseContext, id: number, role: string): Promise<Report> =>
  (await waitForEnd(context, id, role)) as Report; // Cast: as above.

/** Tests actions on several records by what they say, and by what became of each record. */
export function bulkChangeValueCases([entity]: TestedEntity[]): Case[] {
  if (entity?.searchField !== 'name' || entity.review === 'none') return [];
  const matching = { entity, operationId: entity.operations.bulkMatching.id };
  const reason = 'a reason for all of them';
  let query: Record<string, string> = {};
  return [
    {
      ...matching,
      name: 'rejects exactly what matches with the reason, and reports what it was',
      needs: { role: 'reviewer' },
      request: async (context) => {
        query = await createNamed(context, ['pending', 'pending', 'pending']);
        return { query, body: { action: 'reject', total: 3, reason } };
      },
      expect: {
        status: 202,
        check: async (response, context) => {
          const started = reportIn(response);
          const { causes, createTime, endTime, ...report } = await finished(context, started.id, 'reviewer');
          assert.deepEqual(report, {
            id: started.id,
            entity: entity.tag,
            action: 'reject',
            reason,
            status: 'done',
            cancelling: false,
            total: 3,
            done: 3,
            proposed: 0,
            left: 0,
            createdBy: context.username('reviewer'),
          });
          assert.deepEqual(causes, []);
          assert.ok(endTime !== null && endTime >= createTime, 'it ended after it was started');
          for (const { id, status } of await listNamed(context, query)) {
            assert.equal(status, 'rejected');
            const history = await context.call('history', 'viewer', { params: { id } });
            const [change] = history.data.items as ChangeData[]; // Cast: validated by its own cases.
            assert.deepEqual(
              [change?.action, change?.reason, change?.actor],
              ['reject', reason, context.username('reviewer')],
            );
          }
        },
      },
    },
    {
      ...matching,
      name: 'proposes deletions where a second person has to review them',
      needs: { role: 'editor' },
      request: async (context) => {
        query = await createNamed(context, ['active', 'pending']);
        return { query, body: { action: 'delete', total: 2 } };
      },
      expect: {
        status: 202,
        check: async (response, context) => {
          const { total, done, proposed, left } = await finished(context, reportIn(response).id, 'editor');
          assert.deepEqual({ total, done, proposed, left }, { total: 2, done: 1, proposed: 1, left: 0 });
          const { data } = await context.call('list', 'viewer', { query });
          const [record, ...others] = data.items as RecordData[]; // Cast: validated by its own cases.
          assert.deepEqual([record?.status, others], ['active', []]);
          assert.deepEqual(
            data.proposals?.map(({ id, action }) => [id, action]),
            [[record?.id, 'delete']],
          );
        },
      },
    },
    leftCase(entity),
    ...readerCases(entity),
    {
      entity,
      operationId: entity.operations.bulk.id,
      name: 'keeps the reason of each rejection',
      needs: { role: 'reviewer', recordState: 'pending' },
      request: ({ record }) => ({
        body: { action: 'reject', reason, items: [{ id: record.id, version: record.version }] },
      }),
      expect: {
        status: 200,
        check: async (_, context) => {
          const { id } = context.record;
          const { data } = await context.call('get', 'viewer', { params: { id } });
          const { rejection } = data as unknown as { rejection?: { reason: string; by: string; kind: string } }; // Cast: validated by its own cases.
          assert.deepEqual(
            [rejection?.reason, rejection?.by, rejection?.kind],
            [reason, context.username('reviewer'), 'record'],
          );
        },
      },
    },
  ];
}

/** Tests the report and the file of what was left, in the order of the ids, each with its cause. */
function leftCase(entity: TestedEntity): Case {
  return {
    entity,
    operationId: 'exportLeftRecords',
    name: 'has every record that was left with its code, name and cause, in the order of the ids',
    needs: { role: 'admin' },
    request: async (context) => {
      const query = await createNamed(context, ['pending', 'rejected', 'active', 'pending', 'approved']);
      const input = { query, body: { action: 'activate', total: 5 } };
      const { id } = reportIn(await context.call('bulkMatching', 'admin', input));
      await finished(context, id, 'admin');
      return { params: { id }, query: { language: 'en' } };
    },
    expect: {
      status: 200,
      check: async ({ bytes }, context) => {
        const { headings, rows } = parseCsv(bytes);
        const column = (name: string) => rows.map((row) => row[headings.indexOf(name)]);
        const last = context.records.lastCreated(entity);
        const query = { name: String(last.name).split(' ')[0] ?? '' };
        const left = (await listNamed(context, query)).filter(({ id }) => id !== last.id);
        left.sort((a, b) => a.id - b.id);
        assert.equal(left.length, 4);
        assert.deepEqual(
          column('id'),
          left.map(({ id }) => String(id)),
        );
        assert.deepEqual(
          column('code'),
          left.map(({ code }) => code),
        );
        assert.ok(
          column('name').every((name, index) => name?.includes(titleOf(entity, left[index] as RecordData)) || name), // Cast: as many.
          'each has a name',
        );
        assert.equal(new Set(column('cause')).size, 1);
        assert.equal((await listNamed(context, query)).find(({ id }) => id === last.id)?.status, 'active');
      },
    },
  };
}

/** Tests who sees an action of somebody else. */
function readerCases(entity: TestedEntity): Case[] {
  const readers = [
    { permissions: [`${entity.tag}:read`, 'task:read'], status: 200 },
    { permissions: [`${entity.tag}:read`], status: 404 },
    { permissions: ['city:read', 'task:read'], status: 404 },
  ];
  return ['getBulkChange', 'exportLeftRecords'].flatMap((operationId) =>
    readers.map(
      ({ permissions, status }): Case => ({
        entity,
        operationId,
        name: `answers ${status} to somebody else with ${permissions.join(' and ')}`,
        needs: { role: 'admin' },
        request: async (context) => {
          const { backend } = context;
          const query = await createNamed(context, ['approved']);
          const input = { query, body: { action: 'activate', total: 1 } };
          const { id } = reportIn(await context.call('bulkMatching', 'reviewer', input));
          await finished(context, id, 'reviewer');
          const { token } = await backend.spareMember.withPermissions(...permissions);
          return { params: { id }, headers: { authorization: `Bearer ${token}` } };
        },
        expect: {
          status,
          check: async (response, context) => {
            if (status !== 200 || operationId !== 'getBulkChange') return;
            const { backend } = context;
            const { id, createdBy } = reportIn(response);
            assert.equal(createdBy, context.username('reviewer'));
            const { token } = await backend.spareMember.withPermissions(`${entity.tag}:read`, 'task:read');
            const cancel = await send(
              backend.address.url,
              backend.operation('cancelBulkChange'),
              { params: { id } },
              token,
            );
            assert.deepEqual([cancel.status, cancel.data.permission], [403, 'task:cancel']);
          },
        },
      }),
    ),
  );
}
