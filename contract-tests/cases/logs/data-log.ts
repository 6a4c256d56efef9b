import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';

const admin = { role: 'admin' };

interface Item {
  entry: Entry | null;
  task: { id: number; changes: number; firstTime: string; entities: string[] } | null;
}

interface Entry {
  seq: number;
  entity: string;
  recordId: number;
  action: string;
  actor: string;
  time: string;
}

const itemsIn = (items: unknown) => items as Item[]; // Cast: validated against the list's schema before.
const entriesIn = (items: unknown) => items as Entry[]; // Cast: validated against the list's schema before.

export function dataLogCases(entities: TestedEntity[]): Case[] {
  return entities.slice(0, 1).flatMap(entityCases);
}

function entityCases(entity: TestedEntity): Case[] {
  const createdRecord = { role: 'admin', recordState: 'pending', leavesRecordUnchanged: true } as const;
  return [
    {
      entity,
      operationId: 'listDataLogs',
      name: 'lists the newest first, page by page',
      needs: createdRecord,
      request: () => ({ query: { limit: 2 } }),
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => {
          const query = { limit: 2, cursor: data.nextCursor ?? '' };
          const nextPage = await backend.call(backend.operation('listDataLogs'), 'admin', { query });
          const allEntries = [...entriesIn(data.items), ...entriesIn(nextPage.data.items)];
          assert.deepEqual(
            allEntries.map(({ time }) => time),
            allEntries.map(({ time }) => time).toSorted((a, b) => b.localeCompare(a)),
          );
          assert.equal(new Set(allEntries.map(({ seq }) => seq)).size, 4);
        },
      },
    },
    {
      entity,
      operationId: 'listDataLogs',
      name: 'lists the changes of one record',
      needs: createdRecord,
      request: ({ record }) => ({ query: { entity: entity.tag, recordId: record.id } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.deepEqual(
            entriesIn(data.items).map(({ entity, recordId, action }) => [entity, recordId, action]),
            [[entity.tag, record.id, 'create']],
          );
        },
      },
    },
    ...[
      { entity: entity.tag },
      { action: 'create' },
      { from: '2026-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z' },
      { code: 'CN' },
    ].map(
      (query): Case => ({
        entity,
        operationId: 'listDataLogs',
        name: `filters by ${Object.keys(query).join(' and ')}`,
        needs: createdRecord,
        request: () => ({ query: query as Record<string, string> }), // Cast: one of several shapes.
        expect: {
          status: 200,
          check: ({ data }) => {
            for (const entry of entriesIn(data.items)) {
              if ('entity' in query) assert.equal(entry.entity, query.entity);
              if ('action' in query) assert.equal(entry.action, query.action);
            }
          },
        },
      }),
    ),
    {
      entity,
      operationId: 'listDataLogs',
      name: 'filters by person',
      needs: createdRecord,
      request: (context) => ({ query: { actor: context.username('editor') } }),
      expect: {
        status: 200,
        check: ({ data }, context) =>
          assert.ok(
            entriesIn(data.items).every(({ actor }) => actor === context.username('editor')),
            'each entry is by the actor that was asked for',
          ),
      },
    },
    {
      entity,
      operationId: 'listDataLogs',
      name: 'filters by a changed field and its values',
      needs: { role: 'admin', recordState: 'active' },
      request: () => ({ query: { entity: entity.tag, field: 'status', before: 'approved', after: 'active' } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          const [entry] = entriesIn(data.items);
          assert.deepEqual([entry?.recordId, entry?.action], [record.id, 'activate']);
        },
      },
    },
    {
      entity,
      operationId: 'listDataLogs',
      name: 'has no changes of a task that made none',
      needs: createdRecord,
      request: () => ({ query: { task: 4_000_000_000 } }),
      expect: {
        status: 200,
        check: ({ data }) => {
          const { items, task } = data as unknown as { items: Entry[]; task: unknown }; // Cast: validated before.
          assert.deepEqual([items, task], [[], null]);
        },
      },
    },
    ...[{}, { entity: entity.tag }, { from: '2026-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z' }].map(
      (query): Case => ({
        entity,
        operationId: 'listFoldedDataLogs',
        name: `lists the newest first, page by page, ${JSON.stringify(query)}`,
        needs: createdRecord,
        request: () => ({ query: { ...query, limit: 2 } }),
        expect: {
          status: 200,
          check: async ({ data }, { backend }) => {
            const next = { ...query, limit: 2, cursor: data.nextCursor ?? '' };
            const nextPage = await backend.call(backend.operation('listFoldedDataLogs'), 'admin', { query: next });
            const items = [...itemsIn(data.items), ...itemsIn(nextPage.data.items)];
            const times = items.map(({ entry, task }) => entry?.time ?? task?.firstTime ?? '');
            assert.deepEqual(
              times,
              times.toSorted((a, b) => b.localeCompare(a)),
            );
            assert.ok(
              items.every(({ entry, task }) => (entry === null) !== (task === null)),
              'each item is either a change or a task',
            );
            const names = items.map(({ entry, task }) => (task ? `task ${task.id}` : `change ${entry?.seq}`));
            assert.equal(new Set(names).size, 4);
          },
        },
      }),
    ),
    {
      entity,
      operationId: 'listFoldedDataLogs',
      name: 'filters by person',
      needs: createdRecord,
      request: () => ({ query: { actor: 'nobody at all' } }),
      expect: {
        status: 200,
        check: ({ data }) => {
          const { items, changes } = data as unknown as { items: Item[]; changes: number }; // Cast: validated before.
          assert.deepEqual([items, changes], [[], 0]);
        },
      },
    },
    {
      entity,
      operationId: 'countChangesPerDay',
      name: 'counts a change today, and each of the last days',
      needs: createdRecord,
      request: () => ({ query: { days: 3, timezone: 'UTC' } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          const { days } = data as unknown as { days: { day: string; count: number }[] }; // Cast: validated before.
          const dates = days.map(({ day }) => day);
          assert.deepEqual(dates, [...new Set(dates)].toSorted());
          assert.equal(dates.length, 3);
          const createDay = days.find(({ day }) => day === String(record.createTime).slice(0, 10));
          assert.ok((createDay?.count ?? 0) >= 1, 'today counts the creation');
        },
      },
    },
    {
      operationId: 'countChangesPerDay',
      name: 'refuses an unknown time zone',
      needs: admin,
      request: () => ({ query: { timezone: 'Asia/Atlantis' } }),
      expect: { status: 422, key: 'validationError', fields: ['/query/timezone unknownTimeZone'] },
    },
    {
      operationId: 'listDataLogs',
      name: 'requires an entity with a record id',
      needs: admin,
      request: () => ({ query: { recordId: 1 } }),
      expect: { status: 422, key: 'validationError', fields: ['/query/recordId together'] },
    },
    ...(
      [
        [{ field: 'name' }, 'field'],
        [{ entity: 'country', before: 'a' }, 'before'],
        [{ entity: 'country', after: 'a' }, 'after'],
      ] as const
    ).flatMap(([query, name]) =>
      (['listDataLogs', 'exportDataLogs'] as const).map(
        (operationId): Case => ({
          operationId,
          name: `refuses ${name} alone`,
          needs: admin,
          request: () => ({ query: { ...query, ...(operationId === 'exportDataLogs' && { format: 'csv' }) } }),
          expect: { status: 422, key: 'validationError', fields: [`/query/${name} together`] },
        }),
      ),
    ),
    {
      entity,
      operationId: 'getDataLog',
      name: 'returns the record before and after a change',
      needs: createdRecord,
      request: async ({ backend, record }) => {
        const query = { entity: entity.tag, recordId: record.id };
        const { data } = await backend.call(backend.operation('listDataLogs'), 'admin', { query });
        return { params: { seq: entriesIn(data.items)[0]?.seq ?? 0 } };
      },
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          const { before, after } = data as unknown as { before: unknown; after: { id: number } }; // Cast: validated.
          assert.deepEqual([before, after.id], [null, record.id]);
        },
      },
    },
    ...(['csv', 'ndjson'] as const).map(
      (format): Case => ({
        entity,
        operationId: 'exportDataLogs',
        name: `exports ${format}`,
        needs: createdRecord,
        request: ({ record }) => ({ query: { format, entity: entity.tag, recordId: record.id } }),
        expect: { status: 200, check: ({ body }) => assert.match(JSON.stringify(body), /create/) },
      }),
    ),
  ];
}
