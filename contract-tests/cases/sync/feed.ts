import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { ApiResponse } from '../../suite/requests/client.ts';

const admin = { role: 'admin' };

const positionsIn = ({ data }: ApiResponse) => (data.items as { position: number }[]).map(({ position }) => position); // Cast: validated against the feed's schema.

const linesOf = ({ body }: ApiResponse) =>
  String(body)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

export const feedCases: Case[] = [
  {
    operationId: 'listChanges',
    name: 'continues where the previous page ended',
    needs: admin,
    request: () => ({ query: { limit: 3 } }),
    expect: {
      status: 200,
      check: async (response, { backend }) => {
        const query = { limit: 3, cursor: String(response.data.nextCursor) };
        const nextPage = await backend.call(backend.operation('listChanges'), 'admin', { query });
        const readPositions = [...positionsIn(response), ...positionsIn(nextPage)];
        assert.deepEqual(
          readPositions,
          readPositions.toSorted((a, b) => a - b),
        );
        assert.equal(new Set(readPositions).size, 6);
      },
    },
  },
  {
    operationId: 'listChanges',
    name: 'filters by entities',
    needs: admin,
    request: () => ({ query: { entities: 'city,country', limit: 5 } }),
    expect: {
      status: 200,
      check: ({ data }) => {
        const items = data.items as { entity: string }[]; // Cast: validated.
        assert.ok(
          items.length > 0 && items.every(({ entity }) => ['city', 'country'].includes(entity)),
          'there are changes, of these entities only',
        );
      },
    },
  },
  {
    operationId: 'listChanges',
    name: 'returns a subscriber only its entities',
    needs: { role: 'none' },
    request: async ({ backend }) => {
      const { token } = await backend.subscribers.create({ entities: ['city'] });
      return { headers: { authorization: `Bearer ${token}` } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const items = data.items as { entity: string }[]; // Cast: validated.
        assert.ok(
          items.every(({ entity }) => entity === 'city'),
          'every change is of a city',
        );
      },
    },
  },
  {
    operationId: 'listChanges',
    name: 'refuses a subscriber other entities',
    needs: { role: 'none' },
    request: async ({ backend }) => {
      const { token } = await backend.subscribers.create({ entities: ['city'] });
      return { headers: { authorization: `Bearer ${token}` }, query: { entities: 'city,country' } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/query/entities notSubscribed'] },
  },
  ...['listChanges', 'getChangesSnapshot'].map(
    (operationId): Case => ({
      operationId,
      name: 'tells a subscriber that it is switched off',
      needs: { role: 'none' },
      request: async ({ backend }) => {
        const { token } = await backend.subscribers.create({ active: false });
        return { headers: { authorization: `Bearer ${token}` } };
      },
      expect: { status: 403, key: 'subscriberInactive' },
    }),
  ),
  ...['listChanges', 'getChangesSnapshot'].flatMap((operationId): Case[] => {
    const base = { operationId, needs: { role: 'none' }, expect: { status: 401, key: 'invalidToken' } };
    return [
      {
        ...base,
        name: 'refuses a token that no subscriber has',
        request: () => ({ headers: { authorization: `Bearer gzf_${'A'.repeat(32)}` } }),
      },
      {
        ...base,
        name: 'refuses a token that was replaced and ended in the same words',
        request: async ({ backend }) => {
          const { id, token } = await backend.subscribers.create();
          for (const act of ['exchangeSubscriberToken', 'endEarlierToken'])
            await backend.call(backend.operation(act), 'admin', { params: { id } });
          return { headers: { authorization: `Bearer ${token}` } };
        },
      },
    ];
  }),
  {
    operationId: 'getProfile',
    name: 'refuses a subscriber’s token',
    needs: { role: 'none' },
    request: async ({ backend }) => {
      const { token } = await backend.subscribers.create();
      return { headers: { authorization: `Bearer ${token}` } };
    },
    expect: { status: 401, key: 'unauthorized' },
  },
  {
    operationId: 'getChangesSnapshot',
    name: 'is complete and ends with the cursor of the feed',
    needs: admin,
    request: () => ({ query: { entities: 'cabin,airline' } }),
    expect: {
      status: 200,
      check: async (response, { backend }) => {
        const [first, ...records] = linesOf(response);
        const last = records.pop();
        assert.deepEqual([first.type, last.type, last.records], ['snapshot', 'end', records.length]);
        assert.ok(
          records.every(({ type, entity }) => type === 'record' && ['cabin', 'airline'].includes(entity)),
          'every line is a record of these entities',
        );
        const query = { cursor: first.cursor };
        await backend.call(backend.operation('listChanges'), 'admin', { query });
      },
    },
  },
];
