import { expect, test } from 'vitest';
import { copyContract, readContract } from '../contract/contract.ts';
import type { Contract, Parameter, RawOperation, Schema } from '../contract/types.ts';
import { findBreakingChanges } from './breaking-changes.ts';
import { BREAKING_CHANGES_COMMAND, readBreakingChanges, renderBreakingChanges } from './main.ts';

test('docs/breaking-changes.md names what breaks clients of the last release', () => {
  const isCurrent = readBreakingChanges() === renderBreakingChanges();
  expect(isCurrent, `docs/breaking-changes.md is out of date; run ${BREAKING_CHANGES_COMMAND}`).toBe(true);
});

// Cast: the key of a method holds an operation.
const listOf = (contract: Contract) => contract.paths['/api/v1/countries']?.get as RawOperation;
const schemaOf = (contract: Contract, name: string): Schema => contract.components.schemas[name] ?? expect.fail(name);
const propertiesOf = (contract: Contract, name: string) => schemaOf(contract, name).properties ?? expect.fail(name);

test.each<[string, (contract: Contract) => void, string]>([
  [
    'an operation that is gone',
    (contract) => Reflect.deleteProperty(contract.paths['/api/v1/overview'] ?? {}, 'get'),
    'the operation is gone: `GET /api/v1/overview`',
  ],
  [
    'another permission',
    (contract) => Object.assign(listOf(contract), { 'x-permission': 'country:export' }),
    'asks for the permission country:export instead of country:read: `GET /api/v1/countries`',
  ],
  [
    'a parameter that is gone',
    (contract) => listOf(contract).parameters?.splice(2, 1),
    'the parameter `q` is gone: `GET /api/v1/countries`',
  ],
  [
    'a new parameter that is required',
    (contract) =>
      listOf(contract).parameters?.push({
        name: 'tenant',
        in: 'query',
        required: true,
        schema: {},
      } satisfies Parameter),
    'the new parameter `tenant` is required: `GET /api/v1/countries`',
  ],
  [
    'a field that is not taken any more',
    (contract) => Reflect.deleteProperty(propertiesOf(contract, 'CountryWrite'), 'symbol'),
    '`body/symbol` is gone: `POST /api/v1/countries`, `PUT /api/v1/countries/{id}`',
  ],
  [
    'a field that is required',
    (contract) => schemaOf(contract, 'CountryWrite').required?.push('currency'),
    '`body/currency` is required: `POST /api/v1/countries`, `PUT /api/v1/countries/{id}`',
  ],
  [
    'a shorter text',
    (contract) => Object.assign(schemaOf(contract, 'SubscriberName'), { maxLength: 5 }),
    '`body/name` has the maxLength 5: `POST /api/v1/subscribers`, `PUT /api/v1/subscribers/{id}`',
  ],
  [
    'a value that is not taken any more',
    (contract) => schemaOf(contract, 'Continent').enum?.shift(),
    '`body/continent` does not take AF any more: `POST /api/v1/countries`',
  ],
  [
    'a field that is gone from responses',
    (contract) => Reflect.deleteProperty(propertiesOf(contract, 'Subscriber'), 'backlog'),
    '`200/data/items[]/backlog` is gone: `GET /api/v1/subscribers`',
  ],
  [
    'a response that may lack a field',
    (contract) => schemaOf(contract, 'Subscriber').required?.shift(),
    '`200/data/items[]/id` may be absent: `GET /api/v1/subscribers`',
  ],
  [
    'a new value in responses',
    (contract) => schemaOf(contract, 'SyncState').enum?.push('unknown'),
    '`200/data/items[]/state` may also be unknown: `GET /api/v1/subscribers`',
  ],
  [
    'any value in responses instead of a list of them',
    (contract) => Reflect.deleteProperty(schemaOf(contract, 'SyncState'), 'enum'),
    '`200/data/items[]/state` may also be other values than healthy, behind, failed and 1 more: `GET /api/v1/subscribers`',
  ],
  [
    'another type',
    (contract) => Object.assign(propertiesOf(contract, 'Subscriber').backlog ?? {}, { type: 'string' }),
    '`200/data/items[]/backlog` is string instead of integer: `GET /api/v1/subscribers`',
  ],
])('%s is found', (_, change, expected) => {
  const contract = copyContract();
  change(contract);
  const changes = findBreakingChanges(readContract(), contract);
  expect(
    changes.find((line) => line.startsWith(expected)),
    changes.join('\n'),
  ).toBeDefined();
});

test('a body that becomes required is found', () => {
  const [before, after] = [copyContract(), copyContract()];
  // Cast: the key of a method holds an operation.
  const { requestBody } = before.paths['/api/v1/countries']?.post as RawOperation;
  Object.assign(requestBody ?? {}, { required: false });
  expect(findBreakingChanges(before, after)).toEqual(['a body is required: `POST /api/v1/countries`']);
  expect(findBreakingChanges(after, before)).toEqual([]);
});

test.each([
  ['open', undefined],
  ['for everybody who is signed in', 'signed-in'],
])('an operation that becomes %s breaks nobody', (_, permission) => {
  const contract = copyContract();
  Object.assign(listOf(contract), { 'x-permission': permission });
  expect(findBreakingChanges(readContract(), contract)).toEqual([]);
});

test('what only adds breaks nobody', () => {
  const contract = copyContract();
  listOf(contract).parameters?.push({ name: 'more', in: 'query', schema: { type: 'string' } });
  propertiesOf(contract, 'CountryWrite').motto = { type: 'string' };
  propertiesOf(contract, 'Subscriber').motto = { type: 'string' };
  Object.assign(schemaOf(contract, 'SubscriberName'), { maxLength: 500 });
  expect(findBreakingChanges(readContract(), contract)).toEqual([]);
});
