import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';

const admin = { role: 'admin' };

export const userLogCases: Case[] = [
  {
    operationId: 'listUserLogs',
    name: 'lists the newest first, page by page',
    needs: admin,
    request: () => ({ query: { limit: 2 } }),
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const ids = (items: unknown) => (items as { id: number }[]).map(({ id }) => id); // Cast: validated before.
        const query = { limit: 2, cursor: data.nextCursor ?? '' };
        const nextPage = await backend.call(backend.operation('listUserLogs'), 'admin', { query });
        const listedIds = [...ids(data.items), ...ids(nextPage.data.items)];
        assert.deepEqual(
          listedIds,
          listedIds.toSorted((a, b) => b - a),
        );
        assert.equal(new Set(listedIds).size, 4);
      },
    },
  },
  ...[
    { user: 'admin' },
    { about: 'nobody' },
    { act: 'signIn' },
    { address: '127.0.0.1' },
    { from: '2026-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z' },
  ].map(
    (query): Case => ({
      operationId: 'listUserLogs',
      name: `filters by ${Object.keys(query).join(' and ')}`,
      needs: admin,
      request: () => ({ query: query as Record<string, string> }), // Cast: one of several shapes.
      expect: {
        status: 200,
        check: ({ data }) => {
          for (const entry of data.items as Record<string, unknown>[])
            if ('act' in query) assert.equal(entry.act, query.act);
        },
      },
    }),
  ),
  ...(['csv', 'ndjson'] as const).map(
    (format): Case => ({
      operationId: 'exportUserLogs',
      name: `exports ${format}`,
      needs: admin,
      request: () => ({ query: { format, act: 'signIn' } }),
      expect: { status: 200, check: ({ body }) => assert.match(String(body), /signIn/) },
    }),
  ),
  {
    operationId: 'createTicket',
    name: 'returns a ticket that works for one download',
    needs: admin,
    request: () => ({ body: { path: '/api/v1/user-logs/export?format=ndjson&act=signIn' } }),
    expect: {
      status: 201,
      check: async ({ data }, { backend }) => {
        const address = `${backend.address.url}/api/v1/user-logs/export?format=ndjson&act=signIn&ticket=${data.ticket}`;
        assert.equal((await fetch(address)).status, 200);
        assert.equal((await fetch(address)).status, 401);
      },
    },
  },
  {
    operationId: 'createTicket',
    name: 'requires the permission of the path',
    needs: { role: { without: 'user_log:export' } },
    request: () => ({ body: { path: '/api/v1/user-logs/export?format=csv' } }),
    expect: { status: 403, key: 'forbidden', permission: 'user_log:export' },
  },
  {
    operationId: 'createTicket',
    name: 'refuses paths other than exports',
    needs: admin,
    request: () => ({ body: { path: '/api/v1/users' } }),
    expect: { status: 422, key: 'validationError', fields: ['/path enum'] },
  },
];
