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

const handlerReached = refusalReply(503, { key: 'requestTimeout' });

interface AccessCase {
  name: string;
  operation: Operation;
  permission: string;
  body?: string;
}

const transitionEvents = Object.entries(transitions).map(([event, { permission }]) => ({ event, permission }));

/** Every operation with the permission that it requires. Operations whose event decides have one case per event. */
const accessCases = operations.flatMap(({ id, operation }): AccessCase[] => {
  const { permission, tag } = operation;
  if (permission !== 'by-event') return [{ name: id, operation, permission }];
  const isBulk = id.startsWith('bulk');
  const bulkActions = isBulk ? [...transitionEvents, { event: 'delete', permission: 'delete' }] : transitionEvents;
  return bulkActions.map(({ event, permission }) => ({
    name: `${id} (${event})`,
    operation,
    permission: `${tag}:${permission}`,
    body: JSON.stringify({ ...exampleBody(operation), [isBulk ? 'action' : 'event']: event }),
  }));
});

describe.each(operationsWhere(({ permission }) => permission === 'open'))('$id', ({ id, operation }) => {
  test('needs no session', async () => {
    expect(await sendExample(mounted.anonymous, operation)).toMatchObject(handlerReached);
    expect(mounted.handledOperations).toEqual([id]);
  });
});

describe.each(operationsWhere(({ permission }) => permission !== 'open'))('$id', ({ operation }) => {
  test('refuses requests without a session, even with an invalid body', async () => {
    for (const body of operation.body ? [undefined, 'no JSON'] : [undefined]) {
      const reply = await sendExample(mounted.anonymous, operation, { body });
      expect(reply).toMatchObject(refusalReply(401, { key: 'unauthorized' }));
      expect(reply.message).toBe('登录已过期，请重新登录');
      expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
    expect(mounted.handledOperations).toEqual([]);
  });
});

describe.each(accessCases.filter(({ permission }) => permission.includes(':')))('$name', ({
  operation,
  permission,
  body,
}) => {
  test('refuses a caller without its permission, and names and reports the missing one', async () => {
    const reply = await sendExample(mounted.as({ allBut: permission }), operation, { body });
    expect(reply).toMatchObject(refusalReply(403, { key: 'forbidden', permission }));
    expect(mounted.handledOperations).toEqual([]);
    expect(mounted.refusals).toMatchObject([{ operation: operation.id, caller: { username: 'somebody' } }]);
  });

  test('accepts its own permission alone', async () => {
    expect(await sendExample(mounted.as({ only: [permission] }), operation, { body })).toMatchObject(handlerReached);
    expect(mounted.handledOperations).toEqual([operation.id]);
  });
});

test.each(accessCases.filter(({ permission }) => permission === 'signed-in'))('$name needs no permission', async ({
  operation,
}) => {
  expect(await sendExample(mounted.as({ only: [] }), operation)).toMatchObject(handlerReached);
});

describe('in the preview of a role', () => {
  const protectedCases = accessCases.filter(({ permission }) => permission !== 'open');
  const isLogout = ({ operation: { id } }: AccessCase) => id === 'logout';
  const [reads, writes] = [
    protectedCases.filter((accessCase) => accessCase.operation.method === 'get' || isLogout(accessCase)),
    protectedCases.filter((accessCase) => accessCase.operation.method !== 'get' && !isLogout(accessCase)),
  ];

  test.each(writes)('$name is refused', async ({ operation, body }) => {
    const reply = await sendExample(mounted.as({ preview: true }), operation, { body });
    expect(reply).toMatchObject(refusalReply(403, { key: 'readOnlyPreview' }));
    expect(mounted.handledOperations).toEqual([]);
  });

  test.each(reads)('$name is answered', async ({ operation }) => {
    expect(await sendExample(mounted.as({ preview: true }), operation)).toMatchObject(handlerReached);
  });
});

describe('a subscriber', () => {
  const protectedOperations = operationsWhere(({ permission }) => permission !== 'open');
  const feedOperations = ['listChanges', 'getChangesSnapshot'];

  test.each(protectedOperations.filter(({ id }) => feedOperations.includes(id)))('reads $id', async ({ operation }) => {
    expect(await sendExample(mounted.subscriber, operation)).toMatchObject(handlerReached);
  });

  test.each(
    protectedOperations.filter(({ id }) => !feedOperations.includes(id)),
  )('is not authenticated for $id', async ({ operation }) => {
    expect(await sendExample(mounted.subscriber, operation)).toMatchObject(refusalReply(401, { key: 'unauthorized' }));
    expect(mounted.handledOperations).toEqual([]);
  });
});

describe('a ticket', () => {
  const withTicket = (operation: Operation) => {
    const target = exampleTarget(operation);
    return `${target}${target.includes('?') ? '&' : '?'}ticket=${grantToken({})}`;
  };
  const isDownload = ({ id }: Operation) => /^export|^getTaskResult$|^getChangesSnapshot$/.test(id);

  test.each(operationsWhere(isDownload))('is accepted by $id', async ({ operation }) => {
    expect(await sendExample(mounted.anonymous, operation, { target: withTicket(operation) })).toMatchObject(
      handlerReached,
    );
  });

  test.each(
    operationsWhere((operation) => operation.permission !== 'open' && !isDownload(operation)),
  )('is rejected by $id', async ({ operation }) => {
    const reply = await sendExample(mounted.anonymous, operation, { target: withTicket(operation) });
    expect(reply).toMatchObject(refusalReply(401, { key: 'unauthorized' }));
    expect(mounted.handledOperations).toEqual([]);
  });
});
