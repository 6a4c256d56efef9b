import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Operation, transitions } from '../../src/http/contract.ts';
import {
  exampleBody,
  exampleTarget,
  operations,
  operationsWhere,
  refusalReply,
  sendExample,
} from '../kit/example-requests.ts';
import { grantToken, type StubbedMount, startStubbedMount } from '../kit/stubbed-mount.ts';

let mounted: StubbedMount;

beforeAll(async () => {
  mounted = await startStubbedMount();
});
beforeEach(() => {
  mounted.handledOperations.length = 0;
  mounted.refusals.length = 0;
});
afterAll(() => mounted.stop());

const reached = refusalReply(503, { key: 'requestTimeout' });

interface Call {
  name: string;
  operation: Operation;
  permission: string;
  body?: string;
}

const events = Object.entries(transitions).map(([event, { permission }]) => ({ event, permission }));

/** Every operation with the permission it asks for, once per event where that decides. */
const calls = operations.flatMap(({ id, operation }): Call[] => {
  const { permission, tag } = operation;
  if (permission !== 'by-event') return [{ name: id, operation, permission }];
  const isBulk = id.startsWith('bulk');
  const acts = isBulk ? [...events, { event: 'delete', permission: 'delete' }] : events;
  return acts.map(({ event, permission }) => ({
    name: `${id} (${event})`,
    operation,
    permission: `${tag}:${permission}`,
    body: JSON.stringify({ ...exampleBody(operation), [isBulk ? 'action' : 'event']: event }),
  }));
});

describe.each(operationsWhere(({ permission }) => permission === 'open'))('$id', ({ id, operation }) => {
  test('is open to anybody', async () => {
    expect(await sendExample(mounted.anonymous, operation)).toMatchObject(reached);
    expect(mounted.handledOperations).toEqual([id]);
  });
});

describe.each(operationsWhere(({ permission }) => permission !== 'open'))('$id', ({ operation }) => {
  test('refuses whoever has no session, whatever the body', async () => {
    for (const body of operation.body ? [undefined, 'no JSON'] : [undefined]) {
      const reply = await sendExample(mounted.anonymous, operation, { body });
      expect(reply).toMatchObject(refusalReply(401, { key: 'unauthorized' }));
      expect(reply.message).toBe('登录已过期，请重新登录');
      expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
    expect(mounted.handledOperations).toEqual([]);
  });
});

describe.each(calls.filter(({ permission }) => permission.includes(':')))('$name', ({
  operation,
  permission,
  body,
}) => {
  test('refuses every permission but its own, and tells of it', async () => {
    const reply = await sendExample(mounted.as({ allBut: permission }), operation, { body });
    expect(reply).toMatchObject(refusalReply(403, { key: 'forbidden', permission }));
    expect(mounted.handledOperations).toEqual([]);
    expect(mounted.refusals).toMatchObject([{ operation: operation.id, caller: { username: 'somebody' } }]);
  });

  test('takes its own permission alone', async () => {
    expect(await sendExample(mounted.as({ only: [permission] }), operation, { body })).toMatchObject(reached);
    expect(mounted.handledOperations).toEqual([operation.id]);
  });
});

test.each(calls.filter(({ permission }) => permission === 'signed-in'))('$name needs no permission', async ({
  operation,
}) => {
  expect(await sendExample(mounted.as({ only: [] }), operation)).toMatchObject(reached);
});

describe('in the preview of a role', () => {
  const closed = calls.filter(({ permission }) => permission !== 'open');
  const leavesPreview = ({ operation: { id } }: Call) => id === 'logout';
  const [reads, writes] = [
    closed.filter((call) => call.operation.method === 'get' || leavesPreview(call)),
    closed.filter((call) => call.operation.method !== 'get' && !leavesPreview(call)),
  ];

  test.each(writes)('$name is refused', async ({ operation, body }) => {
    const reply = await sendExample(mounted.as({ preview: true }), operation, { body });
    expect(reply).toMatchObject(refusalReply(403, { key: 'readOnlyPreview' }));
    expect(mounted.handledOperations).toEqual([]);
  });

  test.each(reads)('$name is answered', async ({ operation }) => {
    expect(await sendExample(mounted.as({ preview: true }), operation)).toMatchObject(reached);
  });
});

describe('a subscriber', () => {
  const closed = operationsWhere(({ permission }) => permission !== 'open');
  const feed = ['listChanges', 'getChangesSnapshot'];

  test.each(closed.filter(({ id }) => feed.includes(id)))('reads $id', async ({ operation }) => {
    expect(await sendExample(mounted.subscriber, operation)).toMatchObject(reached);
  });

  test.each(closed.filter(({ id }) => !feed.includes(id)))('is nobody to $id', async ({ operation }) => {
    expect(await sendExample(mounted.subscriber, operation)).toMatchObject(refusalReply(401, { key: 'unauthorized' }));
    expect(mounted.handledOperations).toEqual([]);
  });
});

describe('a ticket', () => {
  const withTicket = (operation: Operation) => {
    const target = exampleTarget(operation);
    return `${target}${target.includes('?') ? '&' : '?'}ticket=${grantToken({})}`;
  };
  const download = ({ id }: Operation) => /^export|^getTaskResult$|^getChangesSnapshot$/.test(id);

  test.each(operationsWhere(download))('opens $id', async ({ operation }) => {
    expect(await sendExample(mounted.anonymous, operation, { target: withTicket(operation) })).toMatchObject(reached);
  });

  test.each(
    operationsWhere((operation) => operation.permission !== 'open' && !download(operation)),
  )('does not open $id', async ({ operation }) => {
    const reply = await sendExample(mounted.anonymous, operation, { target: withTicket(operation) });
    expect(reply).toMatchObject(refusalReply(401, { key: 'unauthorized' }));
    expect(mounted.handledOperations).toEqual([]);
  });
});
