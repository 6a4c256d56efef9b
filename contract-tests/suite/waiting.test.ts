import { expect, test } from 'vitest';
import type { CaseContext } from './case-context.ts';
import { waitForEnd } from './features/bulk-changes.ts';
import type { ApiResponse } from './requests/client.ts';
import { addExchanges, type Exchange, recordExchanges } from './requests/exchanges.ts';
import { readAllByCursor } from './requests/pages.ts';

test('a walk ends at a cursor that comes twice', async () => {
  let requests = 0;
  const read = async () => {
    requests += 1;
    return { data: { items: [4], nextCursor: '4' } } as unknown as ApiResponse; // Cast: nothing else is read.
  };
  await expect(readAllByCursor(read, {}, 1)).rejects.toThrow('the cursor “4” comes only once');
  expect(requests).toBe(2);
});

test('waits for an action by its own report, as the role that started it', async () => {
  const calls: string[] = [];
  const statuses = ['queued', 'running', 'done'];
  const backend = {
    operation: (id: string) => id,
    call: async (id: string, role: string) => {
      calls.push(`${id} ${role}`);
      return { data: { bulkChange: { id: 7, status: statuses.shift() } } };
    },
  };
  const context = { backend } as unknown as CaseContext; // Cast: nothing else is used.
  expect(await waitForEnd(context, 7, 'editor')).toMatchObject({ status: 'done' });
  expect(calls).toEqual(Array(3).fill('getBulkChange editor'));
});

test('lists an exchange once, whoever adds it again', () => {
  const list: Exchange[] = [];
  const exchange = {} as Exchange; // Cast: nothing of it is read.
  recordExchanges(list, () => {
    addExchanges(exchange);
    addExchanges(exchange);
  });
  expect(list).toHaveLength(1);
});
