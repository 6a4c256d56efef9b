import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { parseCsv, parseNdjson } from '../../suite/requests/files.ts';
import { readAllByCursor, reader } from '../../suite/requests/pages.ts';
import type { ChangeData, LogEntryData, RecordData } from '../../suite/requests/response-data.ts';
import { until } from '../../suite/until.ts';
import { changedBody, changePointer } from '../../suite/values/changed-body.ts';

type Query = Record<string, string | number>;

const reason = 'a reason for the log';

/** Makes a record with a change of each kind, and returns what finds all of them in the log: the record. */
async function liveOnce(context: CaseContext): Promise<Query> {
  const { entity, record, records } = context;
  const rejected = await context.call('transition', 'reviewer', {
    ...versionedTarget(record),
    body: { event: 'reject', reason },
  });
  const back = await context.call('transition', 'editor', {
    ...versionedTarget(rejected.data.record as RecordData), // Cast: a transition answers the record.
    body: { event: 'resubmit' },
  });
  const updated = await records.update(entity, back.data.record as RecordData, 'admin'); // Cast: as above.
  await records.transition(entity, updated, 'approve');
  return { entity: entity.tag, recordId: record.id };
}

/** Tests the data log on the changes of one record. */
export function dataLogEntryCases([entity]: TestedEntity[]): Case[] {
  if (!entity) return [];
  const base = { entity, needs: { role: 'admin', recordState: 'pending' as const } };
  const list = { ...base, operationId: 'listDataLogs' };
  const pointer = changePointer(entity);
  const field = pointer.slice(1);
  const all = ['approve', 'update', 'resubmit', 'reject', 'create'];
  /** Adds a filter to the record, and names the actions that it leaves. */
  const filterCase = (
    what: string,
    filter: (context: CaseContext, entries: LogEntryData[]) => Query | Promise<Query>,
    actions: string[],
  ): Case[] =>
    ['listDataLogs', 'exportDataLogs'].map((operationId) => ({
      ...base,
      operationId,
      name: `finds exactly the changes of a record by ${what}`,
      request: async (context) => {
        const query = await liveOnce(context);
        const { backend } = context;
        const { data } = await backend.call(backend.operation('listDataLogs'), 'admin', { query });
        const narrowed = { ...query, ...(await filter(context, data.items as LogEntryData[])) }; // Cast: validated by its own cases.
        return { query: operationId === 'exportDataLogs' ? { ...narrowed, format: 'ndjson' } : narrowed };
      },
      expect: {
        status: 200,
        check: ({ data, body }) => {
          const entries = operationId === 'exportDataLogs' ? parseNdjson(String(body)) : (data.items as LogEntryData[]); // Cast: validated before.
          assert.deepEqual(
            (entries as LogEntryData[]).map(({ action }) => action), // Cast: lines hold entries.
            actions,
          );
          if (operationId === 'listDataLogs') assert.equal(data.total, actions.length);
        },
      },
    }));
  return [
    {
      ...list,
      name: 'says of each change who made it, when and why, and what it changed',
      request: async (context) => ({ query: await liveOnce(context) }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const entries = data.items as LogEntryData[]; // Cast: validated before.
          const { record } = context;
          const people = { editor: context.username('editor'), reviewer: context.username('reviewer') };
          assert.deepEqual(
            entries.map(({ action, actor, version }) => [action, actor, version]),
            [
              ['approve', people.reviewer, 5],
              ['update', context.username('admin'), 4],
              ['resubmit', people.editor, 3],
              ['reject', people.reviewer, 2],
              ['create', people.editor, 1],
            ],
          );
          assert.equal(entries.find(({ action }) => action === 'reject')?.reason, reason);
          const update = entries.find(({ action }) => action === 'update');
          assert.deepEqual([update?.changes, update?.values.map((value) => value.pointer)], [[pointer], [pointer]]);
          assert.equal(update?.values[0]?.before, record[field]);
          const approval = entries.find(({ action }) => action === 'approve');
          assert.deepEqual(
            [approval?.changes, approval?.values],
            [[], [{ pointer: '/status', before: 'pending', after: 'approved' }]],
          );
          assert.ok(
            entries.every(({ exists, code }) => exists && code === record.code),
            'each entry has the code of a record that exists',
          );
          await assertSameAsHistory(context, entries);
        },
      },
    },
    {
      ...list,
      name: 'continues over its pages without gaps or repetitions',
      request: async (context) => ({ query: await liveOnce(context) }),
      expect: {
        status: 200,
        check: async ({ data }, context) => {
          const read = reader(context.backend, context.backend.operation('listDataLogs'), 'admin');
          const query = { entity: entity.tag, recordId: context.record.id };
          for (const limit of [1, 2, 4]) {
            const { items, pages } = await readAllByCursor<LogEntryData>(read, query, limit);
            const seqs = (data.items as LogEntryData[]).map(({ seq }) => seq); // Cast: validated before.
            assert.deepEqual(
              items.map(({ seq }) => seq),
              seqs,
            );
            assert.ok(
              pages.every(({ total }) => total === all.length),
              'each page has the same total',
            );
          }
        },
      },
    },
    ...filterCase('itself', () => ({}), all),
    ...filterCase('its actor', (context) => ({ actor: context.username('reviewer') }), ['approve', 'reject']),
    ...filterCase('an action', () => ({ action: 'resubmit' }), ['resubmit']),
    ...filterCase('a code that it had', ({ record }) => ({ code: String(record.code) }), all),
    ...filterCase('a code that it never had', () => ({ code: '??' }), []),
    ...filterCase('a field', () => ({ field }), ['update']),
    ...filterCase('a field and its value before', ({ record }) => ({ field, before: String(record[field]) }), [
      'update',
    ]),
    ...filterCase('a field and another value before', () => ({ field, before: 'nothing' }), []),
    ...filterCase('the status and its value after', () => ({ field: 'status', after: 'rejected' }), ['reject']),
    ...filterCase('a time on', (_, entries) => ({ from: entries[1]?.time ?? '' }), ['approve', 'update']),
    ...filterCase('a time before which', (_, entries) => ({ to: entries[3]?.time ?? '' }), ['create']),
    {
      ...base,
      operationId: 'getDataLog',
      name: 'holds the record as it was before and after, and its version today',
      request: async (context) => {
        const query = { ...(await liveOnce(context)), action: 'update' };
        const { data } = await context.backend.call(context.backend.operation('listDataLogs'), 'admin', { query });
        return { params: { seq: (data.items as LogEntryData[])[0]?.seq ?? 0 } }; // Cast: validated by its own cases.
      },
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          const found = data as unknown as {
            before: RecordData;
            after: RecordData;
            recordVersion: number;
            entry: LogEntryData;
          }; // Cast: validated.
          assert.deepEqual([found.before.version, found.after.version, found.recordVersion], [3, 4, 5]);
          assert.equal(found.before[field], record[field]);
          assert.equal(found.after[field], changedBody(entity, record)[field]);
        },
      },
    },
    {
      ...base,
      operationId: 'exportDataLogs',
      name: 'exports csv with a row for each change, newest first, with quotes as text',
      request: async (context) => ({ query: { ...(await liveOnce(context)), format: 'csv' } }),
      expect: {
        status: 200,
        check: ({ bytes }, { record }) => {
          const { headings, rows } = parseCsv(bytes);
          const column = (name: string) => rows.map((row) => row[headings.indexOf(name)]);
          assert.deepEqual(column('action'), all);
          assert.deepEqual(new Set(column('recordId')), new Set([String(record.id)]));
          assert.equal(column('reason')[3], reason);
          const after = JSON.parse(column('after')[0] ?? '{}') as RecordData; // Cast: as documented.
          assert.deepEqual([after.status, after.version], ['approved', 5]);
        },
      },
    },
    {
      ...base,
      operationId: 'listFoldedDataLogs',
      name: 'has each change that no task made as an item of its own',
      request: async (context) => {
        const query = await liveOnce(context);
        const { backend } = context;
        const { data } = await backend.call(backend.operation('listDataLogs'), 'admin', { query });
        const entries = data.items as LogEntryData[]; // Cast: validated by its own cases.
        return { query: { entity: entity.tag, from: entries.at(-1)?.time ?? '', limit: 100 } };
      },
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          const items = data.items as { entry: LogEntryData | null }[]; // Cast: validated before.
          const own = items.filter(({ entry }) => entry?.recordId === record.id).map(({ entry }) => entry?.action);
          assert.deepEqual(own, all);
        },
      },
    },
    {
      ...base,
      operationId: 'countChangesPerDay',
      name: 'counts each day as the log does',
      request: async (context) => {
        await liveOnce(context);
        return { query: { days: 2, timezone: 'Asia/Shanghai' } };
      },
      expect: { status: 200, check: (_, context) => until(() => assertCountsPerDay(context)) },
    },
  ];
}

async function assertSameAsHistory(context: CaseContext, entries: LogEntryData[]): Promise<void> {
  const { data } = await context.call('history', 'admin', { params: { id: context.record.id } });
  const history = data.items as (ChangeData & { time: string })[]; // Cast: validated by its own cases.
  assert.deepEqual(
    entries.map(({ seq, action, version, time }) => ({ seq, action, version, time })),
    history.map(({ seq, action, version, time }) => ({ seq, action, version, time })),
  );
}

/** Compares the count of today, which begins at midnight in Shanghai, with the total of the log from then on. */
async function assertCountsPerDay({ backend }: CaseContext): Promise<void> {
  const query = { days: 2, timezone: 'Asia/Shanghai' };
  const { data } = await backend.call(backend.operation('countChangesPerDay'), 'admin', { query });
  const { days } = data as unknown as { days: { day: string; count: number }[] }; // Cast: validated by its own cases.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  assert.equal(days.at(-1)?.day, today);
  const from = new Date(`${today}T00:00:00+08:00`).toISOString();
  const log = await backend.call(backend.operation('listDataLogs'), 'admin', { query: { from, limit: 1 } });
  const { total, totalCapped } = log.data as unknown as { total: number; totalCapped: boolean }; // Cast: as above.
  if (!totalCapped) assert.equal(days.at(-1)?.count, total);
}
