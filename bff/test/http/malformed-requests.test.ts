import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import type { Operation } from '../../src/http/contract.ts';
import { validatorAt } from '../../src/http/validators.ts';
import type { Client } from '../kit/client.ts';
import {
  operationsWhere as allOperationsWhere,
  exampleBody,
  exampleTarget,
  operations,
  refusalReply,
  sendExample,
  takesId,
  takesIfMatch,
  validationErrorAt,
} from '../kit/example-requests.ts';
import { type StubbedMount, startStubbedMount } from '../kit/stubbed-mount.ts';

let mounted: StubbedMount;
let admin: Client;

// The contract defines the same operations for every entity, so only two entities are tested here. The conformance suite tests all.
const untestedEntities = entities
  .filter(({ key }) => key !== 'cabin' && key !== 'rate_board')
  .map(({ key }) => String(key));
const isTested = ({ operation: { tag } }: { operation: Operation }) => !untestedEntities.includes(tag);
const testedOperations = (predicate: Parameters<typeof allOperationsWhere>[0]) =>
  allOperationsWhere(predicate).filter(isTested);

beforeAll(async () => {
  mounted = await startStubbedMount();
  admin = mounted.as({});
});
afterEach(() => expect(mounted.handledOperations).toEqual([]));
afterAll(() => mounted.stop());

describe('an unknown query parameter', () => {
  test.each(operations.filter(isTested))('is refused by $id', async ({ operation }) => {
    const target = exampleTarget(operation);
    for (const name of ['unheardOf', '__proto__', 'constructor']) {
      const unknownParameter = `${target}${target.includes('?') ? '&' : '?'}${name}=1`;
      expect(await sendExample(admin, operation, { target: unknownParameter })).toMatchObject(
        validationErrorAt(`/query/${name}`),
      );
    }
  });
});

describe('a body', () => {
  const operationsWithBody = testedOperations(({ body }) => body);
  const INVALID_JSON = ['', '{', 'null null', '{"a":1,}', "{'a': 1}", 'undefined', '\u0000', '{"__proto__": 1}'];

  test.each(operationsWithBody)('that is not JSON is refused by $id', async ({ operation }) => {
    for (const body of INVALID_JSON) {
      expect(await sendExample(admin, operation, { body })).toMatchObject(refusalReply(400, { key: 'invalidRequest' }));
    }
  });

  test.each(operationsWithBody)('of another type is refused by $id', async ({ operation }) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/xml',
      '',
    ]) {
      const reply = await sendExample(admin, operation, { headers: { 'Content-Type': type } });
      expect(reply).toMatchObject(refusalReply(400, { key: 'invalidRequest' }));
    }
  });

  test.each(operationsWithBody)('that is JSON but not an object is refused by $id', async ({ operation }) => {
    for (const body of ['null', '[]', '5', '"text"', 'true']) {
      expect(await sendExample(admin, operation, { body })).toMatchObject(
        refusalReply(422, { key: 'validationError' }),
      );
    }
  });

  test.each(operationsWithBody)('with an unknown field is refused by $id', async ({ operation }) => {
    for (const name of ['unheardOf', 'constructor', 'toString']) {
      const body = JSON.stringify({ ...exampleBody(operation), [name]: 1 });
      expect(await sendExample(admin, operation, { body })).toMatchObject(validationErrorAt(`/${name}`));
    }
  });

  const operationsWithRequiredFields = testedOperations(({ body }) => body && !validatorAt(body)({}));
  test.each(operationsWithRequiredFields)('without its fields is refused by $id', async ({ operation }) => {
    expect(await sendExample(admin, operation, { body: '{}' })).toMatchObject(
      refusalReply(422, { key: 'validationError' }),
    );
  });

  test.each(operationsWithBody)('over 1 MiB is refused by $id', async ({ operation }) => {
    const body = JSON.stringify({ ...exampleBody(operation), filler: 'x'.repeat(2 ** 20) });
    expect(await sendExample(admin, operation, { body })).toMatchObject(refusalReply(413, { key: 'tooLarge' }));
  });

  test.each(operationsWithBody)('with a lone surrogate is refused by $id', async ({ operation }) => {
    const body = JSON.stringify({ ...exampleBody(operation), name: '\ud83d' });
    expect(await sendExample(admin, operation, { body })).toMatchObject(refusalReply(400, { key: 'invalidRequest' }));
  });
});

describe('an id', () => {
  test.each(testedOperations(takesId))('that is invalid is refused by $id', async ({ operation }) => {
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
      const reply = await sendExample(admin, operation, { target: exampleTarget(operation, { id }) });
      expect(reply).toMatchObject(validationErrorAt('/path/id'));
    }
  });
});

describe('If-Match', () => {
  test.each(testedOperations(takesIfMatch))('that is neither a version in quotes nor * is refused by $id', async ({
    operation,
  }) => {
    for (const value of ['**', '"*"', '1', 'W/"1"', '"a"', '"1", "2"', '"-1"', '"12345678901"', '""']) {
      const reply = await sendExample(admin, operation, { headers: { 'If-Match': value } });
      expect(reply).toMatchObject(validationErrorAt('/header/If-Match'));
    }
  });
});
