import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { Answer } from '../suite/client.ts';

const admin = { as: 'admin' };

const positions = ({ data }: Answer) => (data.items as { position: number }[]).map(({ position }) => position); // Cast: validated against the feed's schema.

const lines = ({ body }: Answer) =>
  String(body)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

export const feedCases: Case[] = [
  {
    operationId: 'listChanges',
    name: 'goes on where the page before ended',
    needs: admin,
    request: () => ({ query: { limit: 3 } }),
    expect: {
      status: 200,
      check: async (answer, { world }) => {
        const query = { limit: 3, cursor: String(answer.data.nextCursor) };
        const next = await world.call(world.operation('listChanges'), 'admin', { query });
        const read = [...positions(answer), ...positions(next)];
        assert.deepEqual(
          read,
          read.toSorted((a, b) => a - b),
        );
        assert.equal(new Set(read).size, 6);
      },
    },
  },
  {
    operationId: 'listChanges',
    name: 'narrows by kinds',
    needs: admin,
    request: () => ({ query: { entities: 'city,country', limit: 5 } }),
    expect: {
      status: 200,
      check: ({ data }) => {
        const items = data.items as { entity: string }[]; // Cast: validated.
        assert.ok(items.length > 0 && items.every(({ entity }) => ['city', 'country'].includes(entity)));
      },
    },
  },
  {
    operationId: 'listChanges',
    name: 'gives a subscriber the kinds of its own',
    needs: { as: 'none' },
    request: async ({ world }) => {
      const { token } = await world.subscribers.make({ entities: ['city'] });
      return { headers: { authorization: `Bearer ${token}` } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const items = data.items as { entity: string }[]; // Cast: validated.
        assert.ok(items.every(({ entity }) => entity === 'city'));
      },
    },
  },
  {
    operationId: 'listChanges',
    name: 'refuses a subscriber the kinds of others',
    needs: { as: 'none' },
    request: async ({ world }) => {
      const { token } = await world.subscribers.make({ entities: ['city'] });
      return { headers: { authorization: `Bearer ${token}` }, query: { entities: 'city,country' } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/query/entities notSubscribed'] },
  },
  {
    operationId: 'getProfile',
    name: 'is nothing that a subscriber’s token opens',
    needs: { as: 'none' },
    request: async ({ world }) => {
      const { token } = await world.subscribers.make();
      return { headers: { authorization: `Bearer ${token}` } };
    },
    expect: { status: 401, key: 'unauthorized' },
  },
  {
    operationId: 'getChangesSnapshot',
    name: 'is whole, and says where the feed goes on',
    needs: admin,
    request: () => ({ query: { entities: 'cabin,airline' } }),
    expect: {
      status: 200,
      check: async (answer, { world }) => {
        const [first, ...rest] = lines(answer);
        const last = rest.pop();
        assert.deepEqual([first.type, last.type, last.records], ['snapshot', 'end', rest.length]);
        assert.ok(rest.every(({ type, entity }) => type === 'record' && ['cabin', 'airline'].includes(entity)));
        const query = { cursor: first.cursor };
        await world.call(world.operation('listChanges'), 'admin', { query });
      },
    },
  },
];
