import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Operation, transitions } from '../src/http/contract.ts';
import { signToken } from '../src/session/tokens.ts';
import { createClient } from './kit/client.ts';
import { bodyOf, operations } from './kit/examples.ts';
import { known, refusal, send } from './kit/odd-request.ts';
import { type Service, startService } from './kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('without a session', () => {
  const closed = known(({ permission }) => permission !== 'open');

  test.each(closed)('$id answers 401', async ({ operation }) => {
    const foreign = createSecretKey(randomBytes(32));
    const forged = signToken(foreign, '5c1b2d0e-8a3f-4a53-9a51-0f6f6d3c2b11', 1, new Date(Date.now() + 60_000));
    for (const token of [undefined, '', 'garbage', 'a.b.c', forged]) {
      const reply = await send(createClient(service.url, token), operation);
      expect(reply).toMatchObject(refusal(401, { key: 'unauthorized' }));
      expect(reply.message).toBe('登录已过期，请重新登录');
    }
  });

  test.each(closed.filter(({ operation }) => operation.body))('$id answers 401 before it looks at the body', async ({
    operation,
  }) => {
    expect(await send(service.anybody, operation, { body: 'no JSON' })).toMatchObject({ status: 401 });
  });
});

describe('without the permission', () => {
  interface Asked {
    id: string;
    operation: Operation;
    permission: string;
    body?: string;
  }

  const everyEvent = Object.entries(transitions).map(([event, { permission }]) => ({ event, permission }));
  const asked = operations.flatMap(({ id, operation }): Asked[] => {
    const { permission, tag } = operation;
    if (permission === 'open' || permission === 'signed-in') return [];
    if (permission !== 'by-event') return [{ id, operation, permission }];
    const isBulk = id.startsWith('bulk');
    const events = isBulk ? [...everyEvent, { event: 'delete', permission: 'delete' }] : everyEvent;
    return events.map(({ event, permission }) => ({
      id: `${id} (${event})`,
      operation,
      permission: `${tag}:${permission}`,
      body: JSON.stringify({ ...bodyOf(operation), [isBulk ? 'action' : 'event']: event }),
    }));
  });
  const all = [...new Set(asked.map(({ permission }) => permission))];

  test.each(asked)('$id answers 403 with $permission', async ({ operation, permission, body }) => {
    const nearly = await service.holding(...all.filter((name) => name !== permission));
    expect(await send(nearly, operation, { body })).toMatchObject(refusal(403, { key: 'forbidden', permission }));
    const enough = await service.holding(permission);
    expect((await send(enough, operation, { body })).data).not.toMatchObject({ key: 'forbidden' });
  });
});
