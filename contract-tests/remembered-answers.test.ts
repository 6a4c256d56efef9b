import { expect, test } from 'vitest';
import { readContract } from './contract/contract.ts';
import { operationsOf } from './contract/operations.ts';
import {
  type AnswerFromMemory,
  createRememberedPreferences,
  createRememberedViews,
} from './processes/remembered-answers.ts';
import { createVerifier } from './suite/verify.ts';

const contract = readContract();
const verify = createVerifier(contract);

/** Creates a function that calls an operation of the mock and compares its answer with the contract. */
const createCall =
  (answer: AnswerFromMemory) =>
  (id: string, path: string, body: object = {}) => {
    const operation = operationsOf(contract).find((candidate) => candidate.id === id);
    if (!operation) throw new Error(`the contract has no operation ${id}`);
    const { status, data } = answer(operation.method.toUpperCase(), path, JSON.stringify(body)) ?? {
      status: 0,
      data: {},
    };
    const envelope = { code: status, message: status === 201 ? 'Created' : 'OK', data };
    if (status < 300)
      expect(
        verify(
          operation,
          {
            status,
            headers: new Headers({ 'content-type': 'application/json', etag: '"1"' }),
            body: envelope,
            ...envelope,
          },
          'zh-CN',
        ),
      ).toBeUndefined();
    return { status, data };
  };

test('the mock remembers preferences that are changed, as the contract describes them', () => {
  const call = createCall(createRememberedPreferences());
  const path = '/api/v1/profile/preferences';
  expect(call('getPreferences', path).data).toEqual({ theme: null, language: null, lists: [] });
  const [airport, city] = ['airport', 'city'].map((list) => ({ list, density: 'compact' }));
  call('updatePreferences', path, { theme: 'dark', lists: [airport] });
  call('updatePreferences', path, { language: 'en', lists: [city, { list: 'airport' }] });
  expect(call('getPreferences', path).data).toEqual({ theme: 'dark', language: 'en', lists: [city] });
});

test('the mock remembers views that are saved, changed and deleted, as the contract describes them', () => {
  const answer = createRememberedViews({ items: [], roles: [] });
  const call = createCall(answer);
  const view = { list: 'country', name: 'Asia', search: 'continent=AS' };
  expect(call('createView', '/api/v1/views', { ...view, isDefault: true })).toMatchObject({
    status: 201,
    data: { record: { id: 1 } },
  });
  expect(call('createView', '/api/v1/views', view).status).toBe(409);
  call('createView', '/api/v1/views', { ...view, name: 'Other' });
  const change = { name: 'Renamed', search: '', shared: [] };
  expect(call('updateView', '/api/v1/views/2', change)).toMatchObject({
    status: 200,
    data: { record: { version: 2 } },
  });
  call('setDefaultView', '/api/v1/views/2/default', { isDefault: true });
  expect(call('listViews', '/api/v1/views').data).toMatchObject({
    items: [
      { name: 'Asia', isDefault: false },
      { name: 'Renamed', isDefault: true, version: 2 },
    ],
  });
  call('deleteView', '/api/v1/views/2');
  expect(call('deleteView', '/api/v1/views/2').status).toBe(404);
  expect(answer('GET', '/api/v1/countries', '')).toBeUndefined();
});
