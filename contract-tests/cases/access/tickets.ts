import assert from 'node:assert/strict';
import { openWithTicket, statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';

const admin = { role: 'admin' };

async function download({ backend }: CaseContext, path: string, ticket = '') {
  const { status, bytes } = await openWithTicket(backend, path, ticket);
  return { status, text: bytes.toString('utf8') };
}

/** Tests that a ticket is good once, for a minute, and for its very path. */
export function ticketCases(entities: TestedEntity[]): Case[] {
  return [
    ...entities.map(recordExportCase),
    ...[
      ['another query', '/api/v1/user-logs/export?format=csv&act=signOut'],
      ['more of the query', '/api/v1/user-logs/export?format=csv&act=signIn&user=admin'],
      ['less of the query', '/api/v1/user-logs/export?format=csv'],
      ['another export', '/api/v1/data-logs/export?format=csv'],
      ['the list', '/api/v1/user-logs'],
      ['the profile', '/api/v1/profile'],
    ].map(
      ([what, path = '']): Case => ({
        operationId: 'createTicket',
        name: `gives a ticket that does not open ${what}`,
        needs: admin,
        request: () => ({ body: { path: '/api/v1/user-logs/export?format=csv&act=signIn' } }),
        expect: {
          status: 201,
          check: async ({ data }, context) => {
            const { status } = await download(context, path, data.ticket);
            assert.ok([401, 422].includes(status), `the ticket opens ${path}: ${status}`);
          },
        },
      }),
    ),
    {
      operationId: 'createTicket',
      name: 'gives a ticket for a minute',
      needs: admin,
      request: () => ({ body: { path: '/api/v1/data-logs/export?format=ndjson&entity=country&recordId=1' } }),
      expect: {
        status: 201,
        check: ({ data, headers }) => {
          const { expireTime } = data as unknown as { expireTime: string }; // Cast: validated.
          const seconds = (Date.parse(expireTime) - Date.parse(headers.get('date') ?? '')) / 1000;
          assert.ok(Math.abs(seconds - 60) < 15, `the ticket is good for ${seconds} seconds`);
        },
      },
    },
    {
      operationId: 'createTicket',
      name: 'gives no ticket that is a session or a subscriber’s token',
      needs: admin,
      request: () => ({ body: { path: '/api/v1/changes/snapshot?entities=cabin' } }),
      expect: {
        status: 201,
        check: async ({ data }, { backend }) => {
          for (const operationId of ['getProfile', 'listChanges'])
            assert.equal(await statusWithToken(backend, operationId, data.ticket), 401, operationId);
        },
      },
    },
  ];
}

/** Tests that a download by ticket holds what the same request with a session holds. */
function recordExportCase(entity: TestedEntity): Case {
  const { path } = entity.operations.export;
  const addressOf = (id: number) => `${path}?format=csv&ids=${id}`;
  return {
    entity,
    operationId: 'createTicket',
    name: `gives a ticket that opens the export of a ${entity.tag} once`,
    equivalenceKey: 'gives a ticket that opens an export once',
    needs: { role: 'admin', recordState: 'pending', leavesRecordUnchanged: true },
    request: ({ record }) => ({ body: { path: addressOf(record.id) } }),
    expect: {
      status: 201,
      check: async ({ data }, context) => {
        const { record } = context;
        const { body } = await context.call('export', 'admin', { query: { format: 'csv', ids: record.id } });
        const first = await download(context, addressOf(record.id), data.ticket);
        assert.equal(first.status, 200);
        assert.equal(first.text.replace(/^\ufeff/, ''), String(body).replace(/^\ufeff/, ''));
        assert.equal((await download(context, addressOf(record.id), data.ticket)).status, 401, 'it is good once');
      },
    },
  };
}
