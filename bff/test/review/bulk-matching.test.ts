import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { TaskAborted } from '../../src/tasks/kinds.ts';
import type { Runner } from '../../src/tasks/runner.ts';
import type { Client } from '../kit/client.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type Service, startService } from '../kit/service.ts';
import { createTaskHelpers } from '../tasks/test-tasks.ts';
import { type BulkKit, createBulkKit, type TaskRun } from './bulk-kit.ts';

const REVIEW_AND_RETRY = ['airport:read', 'airport:review', 'task:retry'];

let service: Service;
let airports: ReturnType<typeof createEntityClient<'Airport'>>;
let tasks: ReturnType<typeof createTaskHelpers>;
let editor: Client;
let reviewer: Client;
let kit: BulkKit;

beforeAll(async () => {
  service = await startService();
  airports = createEntityClient(service, 'Airport');
  tasks = createTaskHelpers(service.db);
  kit = await createBulkKit(service, tasks);
  [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
});
afterAll(() => service.stop());

const countByStatus = async (ids: number[]) => {
  const rows: { status: string; version: number; n: number | string }[] = await service
    .db('airport')
    .whereIn('id', ids)
    .groupBy('status', 'version')
    .select('status', 'version', service.db.raw('COUNT(*) AS n'));
  return rows.map(({ status, version, n }) => [status, version, Number(n)]);
};
const logRows = (ids: number[]) => service.db('data_log').where('entity', 'airport').whereIn('record_id', ids);

/** Lets a worker die while it approves new airports, of which three are changed, deleted or incomplete by then. */
async function approveMany(group: string, { count, diesAt }: { count: number; diesAt: number }): Promise<void> {
  const ids = await kit.createAirports(group, count);
  const [changedId = 0, lackingId = 0, deletedId = 0, ...otherIds] = ids.toReversed();
  await service.db('airport').where('id', lackingId).update({ latitude: null, longitude: null });
  const started = await kit.start(reviewer, group, { action: 'approve', total: count });
  expect(started).toMatchObject({
    status: 'queued',
    total: count,
    done: 0,
    left: 0,
    causes: [],
    createdBy: 'reviewer',
  });
  const { record: changed } = await airports.get(changedId);
  await airports.update(changed, { name: `${group} changed` });
  const { record: deleted } = await airports.get(deletedId);
  await airports.remove(deleted);
  // one that matches only now is not part of it
  const [laterId = 0] = await kit.createAirports(`${group} later`, 1);

  const dyingRunner = tasks.createTestRunner({
    bulkChange: {
      run: (context) => {
        const progress: typeof context.progress = async (done, ...others) => {
          if (done > diesAt) throw new TaskAborted('lost');
          await context.progress(done, ...others);
        };
        return kit.runBulkChange({ ...context, progress }).catch(() => new Promise<never>(() => undefined));
      },
    },
  });
  await dyingRunner.round();
  await expect.poll(async () => (await kit.read(started)).done, { timeout: 20_000 }).toBe(diesAt);
  expect(await kit.read(started)).toMatchObject({ status: 'running', done: diesAt, left: 0, endTime: null });
  await tasks.expireLease(started.id);

  const report = await kit.finish(started);
  expect(report).toMatchObject({ status: 'done', total: count, done: count - 3, proposed: 0, left: 3 });
  const named = (recordId: number, code: string | null) => [expect.objectContaining({ id: recordId, code })];
  expect(report.causes).toHaveLength(3);
  expect(report.causes).toEqual(
    expect.arrayContaining([
      { cause: 'changed', fields: [], count: 1, records: named(changedId, changed.code) },
      { cause: 'deleted', fields: [], count: 1, records: named(deletedId, null) },
      {
        cause: 'incomplete',
        fields: ['/latitude', '/longitude'],
        count: 1,
        records: [expect.objectContaining({ id: lackingId })],
      },
    ]),
  );
  expect(await countByStatus(otherIds)).toEqual([['approved', 2, count - 3]]);
  expect(await countByStatus([laterId])).toEqual([['pending', 1, 1]]);
  const approvals = await logRows(otherIds).where('action', 'approve').select('task_id', 'actor', 'record_id');
  expect(new Set(approvals.map(({ record_id }) => record_id)).size).toBe(count - 3);
  expect(approvals).toHaveLength(count - 3);
  expect(new Set(approvals.map(({ task_id, actor }) => `${task_id} ${actor}`))).toEqual(
    new Set([`${started.id} reviewer`]),
  );
  expect(await service.db('review_writer').where('entity', 'airport').whereIn('record_id', otherIds)).toEqual([]);

  const admin = await service.as('admin');
  const { items } = await admin.ok('listFoldedDataLogs', { query: { entity: 'airport', actor: 'reviewer' } });
  expect(items[0]).toMatchObject({
    entry: null,
    task: { id: started.id, kind: 'bulkChange', changes: count - 3, import: null },
  });
  const { task } = await admin.ok('getTask', { path: { id: started.id } });
  expect(task).toMatchObject({
    params: { entity: 'airport', action: 'approve' },
    progress: count,
    total: count,
    result: { records: count - 3, left: 3 },
  });
}

test('many records are approved once each, also if the worker dies, and changed ones stay as they are', async () => {
  await approveMany('Many', { count: 250, diesAt: 100 });
});

test('two thousand records are approved once each', { tags: ['slow'], timeout: 90_000 }, async () => {
  await approveMany('Twothousand', { count: 2000, diesAt: 700 });
});

/** Does something once, before the progress of more than 100 records is stored. */
const afterHundred =
  (act: () => Promise<unknown>) =>
  (context: Parameters<TaskRun>[0], runner: Runner): ReturnType<TaskRun> => {
    let isDone = false;
    const progress: typeof context.progress = async (done, ...others) => {
      if (done > 100 && !isDone) {
        isDone = true;
        await act();
        // the worker reads once a second which tasks are cancelled
        await runner.round();
      }
      await context.progress(done, ...others);
    };
    return kit.runBulkChange({ ...context, progress });
  };

test('a cancelled action keeps what it changed, and goes on where it was when it is retried', async () => {
  const ids = await kit.createAirports('Cancelled', 350);
  await service.db('mail_outbox').delete();
  const starter = await service.clientWith(...REVIEW_AND_RETRY);
  const started = await kit.start(starter, 'Cancelled', { action: 'reject', total: 350, reason: 'Not these' });
  const stop = () => starter.ok('cancelBulkChange', { path: { id: started.id } });
  const cancelled = await kit.finish(started, afterHundred(stop));
  expect(cancelled).toMatchObject({ status: 'cancelled', done: 100, left: 0, total: 350, reason: 'Not these' });
  expect(await countByStatus(ids)).toEqual(
    expect.arrayContaining([
      ['rejected', 2, 100],
      ['pending', 1, 250],
    ]),
  );
  await starter.ok('retryTask', { path: { id: started.id } });
  expect(await kit.read(started)).toMatchObject({ status: 'queued', done: 100, total: 350 });
  expect(await kit.finish(started)).toMatchObject({ status: 'done', done: 350, left: 0 });
  expect(await countByStatus(ids)).toEqual([['rejected', 2, 350]]);
  expect(await service.db('review_notice').where({ entity: 'airport', reason: 'Not these' })).toHaveLength(350);
  // the retry knows who has had the email
  expect(await service.db('mail_outbox').where('kind', 'workRejected')).toHaveLength(1);
}, 30_000);

const rolesOf = ({ id }: { id: number }) => service.db('user_role').where('user_id', id).select('role_id');
/** Takes a permission from the role of a user. */
async function revoke(user: { id: number }, permission: string): Promise<void> {
  await service.db('role_permission').whereIn('role_id', rolesOf(user)).where({ permission }).delete();
  await service.db('role').whereIn('id', rolesOf(user)).increment('version');
}

test('only who started an action retries it, while permitted to', async () => {
  const ids = await kit.createAirports('Retried', 1);
  const starter = await service.clientWith(...REVIEW_AND_RETRY);
  const started = await kit.start(starter, 'Retried', { action: 'approve', total: 1 });
  const path = { id: started.id };
  await starter.ok('cancelBulkChange', { path });
  for (const other of [await service.clientWith(...REVIEW_AND_RETRY), await service.as('admin')])
    await other.expectRefusal('retryTask', { path }, 'notOwner');
  await revoke(starter, 'airport:review');
  expect(await starter.expectRefusal('retryTask', { path }, 'forbidden')).toMatchObject({
    permission: 'airport:review',
  });
  expect(await tasks.readRow(started.id)).toMatchObject({ status: 'cancelled' });
  expect(await countByStatus(ids)).toEqual([['pending', 1, 1]]);
});

test('nobody retries an action of which retention has removed records', async () => {
  const [removedId = 0] = await kit.createAirports('Partly pruned', 2);
  const starter = await service.clientWith(...REVIEW_AND_RETRY);
  const started = await kit.start(starter, 'Partly pruned', { action: 'approve', total: 2 });
  const path = { id: started.id };
  await starter.ok('cancelBulkChange', { path });
  await service.db('bulk_change_record').where({ task_id: started.id, record_id: removedId }).delete();
  await starter.expectRefusal('retryTask', { path }, 'invalidTransition');
  expect(await tasks.readRow(started.id)).toMatchObject({ status: 'cancelled' });
});

test.each<[string, (user: { id: number }) => Promise<unknown>]>([
  ['may no longer review', (user) => revoke(user, 'airport:review')],
  ['may no longer read', (user) => revoke(user, 'airport:read')],
  ['is deactivated', ({ id }) => service.db('user').where({ id }).update({ status: 'inactive' })],
])('an action fails once who started it %s, and its report keeps what was done', async (state, act) => {
  const group = `Starter ${state}`;
  const ids = await kit.createAirports(group, 250);
  const starter = await service.clientWith(...REVIEW_AND_RETRY);
  const started = await kit.start(starter, group, { action: 'approve', total: 250 });
  const runner = afterHundred(() => act(starter));
  expect(await kit.finish(started, runner)).toMatchObject({ status: 'failed', total: 250, done: 200, left: 0 });
  expect(await tasks.readRow(started.id)).toMatchObject({ error_key: 'notPermitted', progress: 200 });
  expect(await countByStatus(ids)).toEqual(
    expect.arrayContaining([
      ['approved', 2, 200],
      ['pending', 1, 50],
    ]),
  );
});

test('the authors of many rejected records get one email', async () => {
  await kit.createAirports('Mailed', 120);
  await service.db('mail_outbox').delete();
  await kit.finish(await kit.start(reviewer, 'Mailed', { action: 'reject', total: 120, reason: 'Not these' }));
  const emails = await service.db('mail_outbox').where('kind', 'workRejected').pluck('data');
  expect(emails.map((data) => JSON.parse(data))).toMatchObject([{ by: 'reviewer', amongOthers: true }]);
});

test('nobody approves their own work, and each refusal has the cause of the single act', async () => {
  const [ownId = 0, approvedId = 0] = await kit.createAirports('Own work', 2);
  const { record } = await airports.get(approvedId);
  await airports.transition(record, 'approve');
  const admin = await service.as('admin');
  const { record: own } = await airports.get(ownId);
  await admin.ok('updateAirport', {
    path: { id: ownId },
    ifMatch: own.version,
    body: airports.bodyFrom(own, { name: 'Own work again' }),
  });
  const report = await kit.finish(await kit.start(admin, 'Own work', { action: 'approve', total: 2 }));
  expect(report).toMatchObject({ done: 0, left: 2 });
  expect(new Set(report.causes.map(({ cause }) => cause))).toEqual(new Set(['ownWork', 'otherStatus']));
});

test('deleting removes pending records and proposes the deletion of active ones', async () => {
  const ids = await kit.createAirports('Removed', 4);
  const [activeId = 0, proposedId = 0, ...pendingIds] = ids;
  for (const id of [activeId, proposedId]) {
    const { record } = await airports.get(id);
    await airports.transition(await airports.transition(record, 'approve'), 'activate');
  }
  const admin = await service.as('admin');
  const { record: proposed } = await airports.get(proposedId);
  const body = airports.bodyFrom(proposed, { name: 'Removed not yet' });
  await admin.ok('updateAirport', { path: { id: proposedId }, ifMatch: proposed.version, body }, 202);
  const report = await kit.finish(await kit.start(editor, 'Removed', { action: 'delete', total: 4 }));
  expect(report).toMatchObject({
    status: 'done',
    done: 2,
    proposed: 1,
    left: 1,
    causes: [{ cause: 'proposalOpen', count: 1 }],
  });
  expect(await service.db('airport').whereIn('id', pendingIds)).toEqual([]);
  expect((await airports.proposal(activeId)).proposal).toMatchObject({ action: 'delete', by: 'editor' });
});

test('records that others refer to are not deleted', async () => {
  const cities = createEntityClient(service, 'City');
  const city = await cities.createPending();
  await airports.createPending({ city: city.code });
  const query = { code: [city.code] };
  const { bulkChange } = await editor.ok('bulkMatchingCities', { query, body: { action: 'delete', total: 1 } }, 202);
  expect(await kit.finish(bulkChange)).toMatchObject({ done: 0, causes: [{ cause: 'inUse', count: 1 }] });
});

test('records that refer to each other are deleted in one action, whichever was created first', async () => {
  const stations = createEntityClient(service, 'EurailStation');
  const top = await stations.createPending();
  const middle = await stations.createPending({ parent: top.code });
  const bottom = await stations.createPending({ parent: middle.code });
  const code = [top.code, middle.code, bottom.code];
  const input = { query: { code }, body: { action: 'delete' as const, total: 3 } };
  const { bulkChange } = await editor.ok('bulkMatchingEurailStations', input, 202);
  expect(await kit.finish(bulkChange)).toMatchObject({ status: 'done', done: 3, left: 0 });
  expect(await service.db('eurail_station').whereIn('code', code)).toEqual([]);
});

test('an action needs its permission, that to read, a reason if it rejects, and as many matches as were seen', async () => {
  await kit.createAirports('Refused', 3);
  const call = (body: Schemas['BulkMatching'], name = 'Refused') => ({ query: { name }, body });
  const refused = async (
    client: Client,
    ...[parts, key]: [ReturnType<typeof call>, 'forbidden' | 'validationError' | 'nothingMatches' | 'matchesChanged']
  ) => client.expectRefusal('bulkMatchingAirports', parts, key);
  const approve = { action: 'approve', total: 3 } as const;
  expect(await refused(editor, call(approve), 'forbidden')).toMatchObject({ permission: 'airport:review' });
  expect(await refused(reviewer, call({ ...approve, action: 'delete' }), 'forbidden')).toMatchObject({
    permission: 'airport:delete',
  });
  const blind = await service.clientWith('airport:review');
  expect(await refused(blind, call(approve), 'forbidden')).toMatchObject({ permission: 'airport:read' });
  const { fields } = await refused(reviewer, call({ action: 'reject', total: 3 }), 'validationError');
  expect(fields).toMatchObject([{ pointer: '/reason', rule: 'reasonRequired' }]);
  await refused(reviewer, call({ ...approve, total: 100_001 }), 'validationError');
  await refused(reviewer, call(approve, 'Nobody is called that'), 'nothingMatches');
  for (const total of [1, 2, 4]) {
    const { message } = await refused(reviewer, call({ ...approve, total }), 'matchesChanged');
    expect(message).toContain('3');
  }
  await kit.createAirports('Refused many', 510);
  for (const total of [500, 504, 516])
    await refused(reviewer, call({ ...approve, total }, 'Refused many'), 'matchesChanged');
  expect(await service.db('task').where({ kind: 'bulkChange', status: 'queued' })).toEqual([]);
  const accepted = await kit.start(reviewer, 'Refused many', { ...approve, total: 505 });
  expect(accepted).toMatchObject({ total: 510 });
  await reviewer.ok('cancelBulkChange', { path: { id: accepted.id } });
});

test('who started it and those who may cancel tasks stop it, and only readers of the kind and of tasks see it', async () => {
  await kit.createAirports('Seen', 1);
  const started = await kit.start(reviewer, 'Seen', { action: 'approve', total: 1 });
  const again = { query: { name: 'Seen' }, body: { action: 'approve' as const, total: 1 } };
  await reviewer.expectRefusal('bulkMatchingAirports', again, 'taskRunning');
  const path = { id: started.id };
  await (await service.clientWith('airport:read')).expectRefusal('getBulkChange', { path }, 'notFound');
  await (await service.clientWith('task:read')).expectRefusal('getBulkChange', { path }, 'notFound');
  const reader = await service.clientWith('task:read', 'airport:read');
  expect(await kit.read(started, reader)).toMatchObject({ action: 'approve', status: 'queued' });
  await reader.expectRefusal('cancelBulkChange', { path }, 'forbidden');
  expect((await reviewer.ok('cancelBulkChange', { path })).bulkChange).toMatchObject({ status: 'cancelled' });
  const other = await kit.start(reviewer, 'Seen', { action: 'approve', total: 1 });
  const canceller = await service.clientWith('task:read', 'task:cancel', 'airport:read');
  expect((await canceller.ok('cancelBulkChange', { path: { id: other.id } })).bulkChange).toMatchObject({
    status: 'cancelled',
  });
  await reviewer.expectRefusal('cancelBulkChange', { path }, 'invalidTransition');
  const acts = await service
    .db('user_log')
    .where({ username: 'reviewer', target_id: started.id })
    .orderBy('id')
    .pluck('act');
  expect(acts).toEqual(['taskStarted', 'taskCancelled']);
});

test('the starter finds an action again until it has ended, and nobody else does', async () => {
  await kit.createAirports('Found again', 2);
  const starter = await service.clientWith('airport:read', 'airport:review');
  const started = await kit.start(starter, 'Found again', { action: 'approve', total: 2 });
  const list = async (client: Client) => (await client.ok('listBulkChanges', {})).items;
  expect(await list(starter)).toEqual([started]);
  expect(await list(await service.as('admin'))).toEqual([]);
  await kit.finish(started);
  expect(await list(starter)).toEqual([]);
});

test('all records that were left are downloaded, each with its cause in the language of the reader', async () => {
  const ids = await kit.createAirports('Left over', 130);
  const [deletedId = 0, incompleteId = 0] = ids;
  await service.db('airport').whereIn('id', ids).update({ status: 'active' });
  await service.db('airport').where('id', incompleteId).update({ status: 'pending', city_id: null, timezone: null });
  const started = await kit.start(reviewer, 'Left over', { action: 'approve', total: 130 });
  await service.db('airport').where('id', deletedId).delete();
  const report = await kit.finish(started);
  expect(report.left).toBe(130);
  expect(Math.max(...report.causes.map(({ records }) => records.length))).toBe(100);
  const path = { id: started.id };
  const download = async (language: 'en' | 'zh-CN') => {
    const { data } = await reviewer.call('exportLeftRecords', { path, query: { language } });
    return String(data).trim().split('\n');
  };
  const [heading, ...lines] = await download('en');
  expect(heading).toBe('"id","code","name","cause","fields"');
  expect(lines).toHaveLength(130);
  expect(lines).toContain(`${deletedId},,,"Deleted since",`);
  expect(lines.find((line) => line.startsWith(`${incompleteId},`))).toMatch(/"Incomplete","city, timezone"$/);
  expect((await download('zh-CN')).filter((line) => line.includes('状态不符'))).toHaveLength(128);
  const entry = await service.db('user_log').where('act', 'recordsExported').orderBy('id', 'desc').first();
  expect({ ...entry, details: JSON.parse(entry.details) }).toMatchObject({
    username: 'reviewer',
    target_kind: 'operation',
    target: 'exportLeftRecords',
    details: { query: `id=${started.id}&language=zh-CN` },
  });
  await (await service.clientWith('airport:read')).expectRefusal('exportLeftRecords', { path }, 'notFound');
});
