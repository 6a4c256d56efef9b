import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Operation, type Schemas, transitions } from '../src/http/contract.ts';
import { signToken } from '../src/session/tokens.ts';
import { type Client, createClient, readReply } from './kit/client.ts';
import { bodyOf, operations, takesId, takesIfMatch, targetOf } from './kit/examples.ts';
import { type Service, startService } from './kit/service.ts';

let service: Service;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  admin = await service.as('admin');
});
afterAll(() => service.stop());

interface Odd {
  target?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request that is right but for what is given. */
async function send(client: Client, operation: Operation, { target, body, headers }: Odd = {}) {
  const sent = body ?? (operation.body && JSON.stringify(bodyOf(operation)));
  const response = await client.raw(operation.method, target ?? targetOf(operation), {
    headers: { ...(operation.body ? { 'Content-Type': 'application/json' } : {}), 'If-Match': '"1"', ...headers },
    ...(typeof sent === 'string' ? { body: sent } : {}),
  });
  return readReply(operation, response);
}

const refusal = (status: number, data: Partial<Schemas['ErrorData']>) => ({ status, data });
const invalidAt = (pointer: string) =>
  refusal(422, { key: 'validationError', fields: [expect.objectContaining({ pointer })] });
const known = (fits: (operation: Operation) => unknown) => operations.filter(({ operation }) => fits(operation));

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

describe('an unknown query parameter', () => {
  test.each(operations)('is refused by $id', async ({ operation }) => {
    const target = targetOf(operation);
    for (const name of ['unheardOf', '__proto__', 'constructor']) {
      const odd = `${target}${target.includes('?') ? '&' : '?'}${name}=1`;
      expect(await send(admin, operation, { target: odd })).toMatchObject(invalidAt(`/query/${name}`));
    }
  });
});

describe('a body', () => {
  const writing = known(({ body }) => body);
  const notJson = ['', '{', 'null null', '{"a":1,}', "{'a': 1}", 'undefined', '\u0000', '{"__proto__": 1}'];

  test.each(writing)('that is not JSON is refused by $id', async ({ operation }) => {
    for (const body of notJson) {
      expect(await send(admin, operation, { body })).toMatchObject(refusal(400, { key: 'invalidRequest' }));
    }
  });

  test.each(writing)('of another type is refused by $id', async ({ operation }) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/xml',
      '',
    ]) {
      const reply = await send(admin, operation, { headers: { 'Content-Type': type } });
      expect(reply).toMatchObject(refusal(400, { key: 'invalidRequest' }));
    }
  });

  test.each(writing)('that is JSON but no object is refused by $id', async ({ operation }) => {
    for (const body of ['null', '[]', '5', '"text"', 'true']) {
      expect(await send(admin, operation, { body })).toMatchObject(refusal(422, { key: 'validationError' }));
    }
  });

  test.each(writing)('with an unknown field is refused by $id', async ({ operation }) => {
    for (const name of ['unheardOf', 'constructor', 'toString']) {
      const body = JSON.stringify({ ...bodyOf(operation), [name]: 1 });
      expect(await send(admin, operation, { body })).toMatchObject(invalidAt(`/${name}`));
    }
  });

  test.each(writing)('without its fields is refused by $id', async ({ operation }) => {
    expect(await send(admin, operation, { body: '{}' })).toMatchObject(refusal(422, { key: 'validationError' }));
  });

  test.each(writing)('over 1 MiB is refused by $id', async ({ operation }) => {
    const body = JSON.stringify({ ...bodyOf(operation), filler: 'x'.repeat(2 ** 20) });
    expect(await send(admin, operation, { body })).toMatchObject(refusal(413, { key: 'tooLarge' }));
  });

  test.each(writing)('with half of a surrogate pair is refused by $id', async ({ operation }) => {
    const body = JSON.stringify({ ...bodyOf(operation), name: '\ud83d' });
    expect(await send(admin, operation, { body })).toMatchObject(refusal(400, { key: 'invalidRequest' }));
  });
});

describe('an id', () => {
  test.each(known(takesId))('that is none is refused by $id', async ({ operation }) => {
    for (const id of [
      'abc',
      '0',
      '-1',
      '1.5',
      '4294967296',
      '9'.repeat(40),
      '\u0000',
      "1' or '1'='1",
      'NaN',
      '1e999',
    ]) {
      const reply = await send(admin, operation, { target: targetOf(operation, { id }) });
      expect(reply).toMatchObject(invalidAt('/path/id'));
    }
  });

  const sought = known((operation) => takesId(operation) || operation.path.includes('{sessionId}'));

  test.each(sought)('that names nothing is not found by $id', async ({ operation }) => {
    const reply = await send(admin, operation);
    expect(reply).toMatchObject(refusal(404, { key: 'notFound' }));
    expect(reply.message).toBe('记录不存在');
  });
});

describe('If-Match', () => {
  test.each(known(takesIfMatch))('that is no version in quotes is refused by $id', async ({ operation }) => {
    for (const value of ['*', '1', 'W/"1"', '"a"', '"1", "2"', '"-1"', '"12345678901"', '""']) {
      const reply = await send(admin, operation, { headers: { 'If-Match': value } });
      expect(reply).toMatchObject(invalidAt('/header/If-Match'));
    }
  });
});
