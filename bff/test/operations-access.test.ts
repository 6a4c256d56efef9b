import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Operation, transitions } from '../src/http/contract.ts';
import { signToken } from '../src/session/tokens.ts';
import { type Client, createClient } from './kit/client.ts';
import { bodyOf, operations, targetOf } from './kit/examples.ts';
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

interface Asked {
  id: string;
  operation: Operation;
  permission: string;
  body?: string;
}

const everyEvent = Object.entries(transitions).map(([event, { permission }]) => ({ event, permission }));

/** Every operation with what it asks for; one whose permission goes by its event once for each. */
const asked = operations.flatMap(({ id, operation }): Asked[] => {
  const { permission, tag } = operation;
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

describe('without the permission', () => {
  const guarded = asked.filter(({ permission }) => permission !== 'open' && permission !== 'signed-in');
  const all = [...new Set(guarded.map(({ permission }) => permission))];

  // those whose operations are asked for one after another, each with all permissions but one and with that one alone
  const clients = new Map<string, Promise<[nearly: Client, enough: Client]>>();
  const clientsFor = (permission: string) => {
    const found =
      clients.get(permission) ??
      Promise.all([service.holding(...all.filter((name) => name !== permission)), service.holding(permission)]);
    clients.set(permission, found);
    return found;
  };

  test.each(guarded)('$id answers 403 with $permission', async ({ operation, permission, body }) => {
    const [nearly, enough] = await clientsFor(permission);
    expect(await send(nearly, operation, { body })).toMatchObject(refusal(403, { key: 'forbidden', permission }));
    const reply = await send(enough, operation, { body });
    expect(reply.data).not.toMatchObject({ key: 'forbidden' });
    expect(reply.status).toBeLessThan(500);
  });
});

describe.each(['admin', 'editor', 'reviewer', 'viewer'] as const)('the demo account %s', (account) => {
  const held = new Set<string>(['open', 'signed-in']);

  beforeAll(async () => {
    const rows = await service
      .db('role_permission')
      .join('user_role', 'user_role.role_id', 'role_permission.role_id')
      .join('user', 'user.id', 'user_role.user_id')
      .where('user.username', account)
      .select('role_permission.permission');
    for (const { permission } of rows) held.add(permission);
  });

  /** What has no id that could name nothing is refused for a parameter that it does not know, once it is permitted. */
  const harmless = (operation: Operation) =>
    operation.method === 'get' || operation.path.includes('{')
      ? targetOf(operation)
      : `${targetOf(operation)}?unheardOf=1`;

  test.each(asked)('is answered by $id as $permission says', async ({ operation, permission, body }) => {
    const reply = await send(await service.as(account), operation, { target: harmless(operation), body });
    if (held.has(permission)) {
      expect(reply.status).toBeLessThan(500);
      expect([401, 403]).not.toContain(reply.status);
    } else {
      expect(reply).toMatchObject(refusal(403, { key: 'forbidden', permission }));
    }
  });
});
