import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Kind } from '../suite/kind.ts';

const admin = { as: 'admin' };

interface Entry {
  seq: number;
  entity: string;
  recordId: number;
  action: string;
  actor: string;
  time: string;
}

const entries = (items: unknown) => items as Entry[]; // Cast: validated against the list's schema before.

export function dataLogCases(kinds: Kind[]): Case[] {
  return kinds.slice(0, 1).flatMap(ofKind);
}

function ofKind(kind: Kind): Case[] {
  const createdRecord = { as: 'admin', record: 'pending', shared: true } as const;
  return [
    {
      kind,
      operationId: 'listDataLogs',
      name: 'lists the newest first, page by page',
      needs: createdRecord,
      request: () => ({ query: { limit: 2 } }),
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => {
          const query = { limit: 2, cursor: data.nextCursor ?? '' };
          const nextPage = await backend.call(backend.operation('listDataLogs'), 'admin', { query });
          const allEntries = [...entries(data.items), ...entries(nextPage.data.items)];
          assert.deepEqual(
            allEntries.map(({ time }) => time),
            allEntries.map(({ time }) => time).toSorted((a, b) => b.localeCompare(a)),
          );
          assert.equal(new Set(allEntries.map(({ seq }) => seq)).size, 4);
        },
      },
    },
    {
      kind,
      operationId: 'listDataLogs',
      name: 'lists the changes of one record',
      needs: createdRecord,
      request: ({ record }) => ({ query: { entity: kind.tag, recordId: record.id } }),
      expect: {
        status: 200,
        check: ({ data }, { record }) => {
          assert.deepEqual(
            entries(data.items).map(({ entity, recordId, action }) => [entity, recordId, action]),
            [[kind.tag, record.id, 'create']],
          );
        },
      },
    },
    ...[
      { entity: kind.tag },
      { action: 'create' },
      { from: '2026-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z' },
      { code: 'CN' },
    ].map(
      (query): Case => ({
        kind,
        operationId: 'listDataLogs',
        name: `filters by ${Object.keys(query).join(' and ')}`,
        needs: createdRecord,
        request: () => ({ query: query as Record<string, string> }), // Cast: one of several shapes.
        expect: {
          status: 200,
          check: ({ data }) => {
            for (const entry of entries(data.items)) {
              if ('entity' in query) assert.equal(entry.entity, query.entity);
              if ('action' in query) assert.equal(entry.action, query.action);
            }
          },
        },
      }),
    ),
    {
      kind,
      operationId: 'listDataLogs',
      name: 'filters by person',
      needs: createdRecord,
      request: (scene) => ({ query: { actor: scene.username('editor') } }),
      expect: {
        status: 200,
        check: ({ data }, scene) =>
          assert.ok(entries(data.items).every(({ actor }) => actor === scene.username('editor'))),
      },
    },
    {
      operationId: 'listDataLogs',
      name: 'requires the kind with the id of a record',
      needs: admin,
      request: () => ({ query: { recordId: 1 } }),
      expect: { status: 422, key: 'validationError', fields: ['/query/recordId together'] },
    },
    {
      kind,
      operationId: 'getDataLog',
      name: 'returns the record before and after a change',
      needs: createdRecord,
      request: async ({ backend, record }) => {
        const query = { entity: kind.tag, recordId: record.id };
        const { data } = await backend.call(backend.operation('listDataLogs'), 'admin', { query });
        return { params: { seq: entries(data.items)[0]?.seq ?? 0 } };
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
        kind,
        operationId: 'exportDataLogs',
        name: `exports ${format}`,
        needs: createdRecord,
        request: ({ record }) => ({ query: { format, entity: kind.tag, recordId: record.id } }),
        expect: { status: 200, check: ({ body }) => assert.match(JSON.stringify(body), /create/) },
      }),
    ),
  ];
}
