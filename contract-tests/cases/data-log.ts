import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { TestedEntity } from '../suite/tested-entity.ts';

const admin = { role: 'admin' };

interface Entry {
  seq: number;
  entity: string;
  recordId: number;
  action: string;
  actor: string;
  time: string;
}

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
          assert.ok(entriesIn(data.items).every(({ actor }) => actor === context.username('editor'))),
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
          assert.ok((createDay?.count ?? 0) >= 1);
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
