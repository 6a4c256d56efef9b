import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IfMatch } from '../../src/http/precondition.ts';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let admin: Client;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  admin = await service.as('admin');
});
afterAll(() => service.stop());

/** A valid call of each operation that requires a version. */
const writes = [
  {
    name: 'update',
    send: (country: Country, ifMatch?: IfMatch) =>
      admin.call('updateCountry', { path: { id: country.id }, ifMatch, body: bodyFrom(country, { name: 'Other' }) }),
  },
  {
    name: 'delete',
    send: ({ id }: Country, ifMatch?: IfMatch) => admin.call('deleteCountry', { path: { id }, ifMatch }),
  },
  {
    name: 'transition',
    send: ({ id }: Country, ifMatch?: IfMatch) =>
      admin.call('transitionCountry', { path: { id }, ifMatch, body: { event: 'approve' } }),
  },
  {
    name: 'restore',
    send: ({ id }: Country, ifMatch?: IfMatch) =>
      admin.call('restoreCountry', { path: { id }, ifMatch, body: { version: 1 } }),
  },
];

test.each(writes)('$name is answered 428 without a version and 412 with another version', async ({ send }) => {
  const country = await countries.createPending();
  const key = 'preconditionRequired';
  expect(await send(country)).toMatchObject({ status: 428, message: '缺少标头 If-Match 中的版本号', data: { key } });
  for (const ifMatch of [country.version + 1, 4294967295]) {
    const data = { key: 'versionConflict', current: country };
    expect(await send(country, ifMatch)).toMatchObject({ status: 412, message: '这条记录已被他人更新', data });
  }
  expect(await countries.get(country.id)).toEqual(country);
  expect((await send(country, country.version)).status).toBe(200);
});

test.each(writes.filter(({ name }) => name !== 'transition'))('$name accepts * for any version', async ({ send }) => {
  expect((await send(await countries.createPending(), '*')).status).toBe(200);
});

const VERSION_REQUIRED = { key: 'validationError', fields: [{ pointer: '/header/If-Match', rule: 'versionToDecide' }] };

test('approving and rejecting require the version that was read, and other events accept *', async () => {
  const { id } = await countries.createPending();
  const transition = (event: 'approve' | 'reject' | 'resubmit', ifMatch: IfMatch) =>
    admin.call('transitionCountry', { path: { id }, ifMatch, body: { event, reason: 'so' } });
  expect(await transition('approve', '*')).toMatchObject({ status: 422, data: VERSION_REQUIRED });
  expect(await transition('reject', '*')).toMatchObject({ status: 422, data: VERSION_REQUIRED });
  const reviewer = await service.as('reviewer');
  await reviewer.ok('transitionCountry', { path: { id }, ifMatch: 1, body: { event: 'reject', reason: 'so' } });
  expect((await transition('resubmit', '*')).status).toBe(200);
});

test('withdrawing a proposal accepts *, and deciding it requires the version that was read', async () => {
  const country = await countries.createActive();
  const path = { id: country.id };
  const editor = await service.as('editor');
  const proposeParts = { path, ifMatch: country.version, body: bodyFrom(country, { name: 'Other' }) };
  await editor.ok('updateCountry', proposeParts, 202);
  const reviewer = await service.as('reviewer');
  for (const body of [{ decision: 'approve' }, { decision: 'reject', reason: 'so' }] as const)
    expect(await reviewer.call('decideCountryProposal', { path, ifMatch: '*', body })).toMatchObject({
      data: VERSION_REQUIRED,
    });
  await editor.ok('withdrawCountryProposal', { path, ifMatch: '*' });
  expect(await countries.get(country.id)).toEqual(country);
});

test('answers have the version as ETag', async () => {
  const createReply = await admin.call('createCountry', { body: await countries.countryBody() });
  const { record } = createReply.data as { record: Country };
  expect(createReply).toMatchObject({ status: 201, data: { record: { version: 1, status: 'pending' } } });
  expect(createReply.headers.get('ETag')).toBe('"1"');
  const updateReply = await admin.call('updateCountry', {
    path: { id: record.id },
    ifMatch: 1,
    body: bodyFrom(record, { name: 'Next' }),
  });
  expect(updateReply.headers.get('ETag')).toBe('"2"');
  expect((await admin.call('getCountry', { path: { id: record.id } })).headers.get('ETag')).toBe('"2"');
});

test('a PUT without changes adds no version', async () => {
  const country = await countries.createPending();
  const updateParts = { path: { id: country.id }, ifMatch: country.version, body: bodyFrom(country) };
  expect((await admin.ok('updateCountry', updateParts)).record).toEqual(country);
  expect((await admin.ok('getCountryHistory', { path: { id: country.id } })).total).toBe(1);
});

test('absent fields are null, and codes are converted to upper case', async () => {
  const code = await countries.freeCode();
  const body = { code: code.toLowerCase(), name: 'Lower', alpha3Code: 'abc' };
  const { record } = await admin.ok('createCountry', { body }, 201);
  const emptyFields = { continent: null, region: null, currency: null, symbol: null, locales: {} };
  expect(record).toMatchObject({ code, name: 'Lower', alpha3Code: 'ABC', ...emptyFields });
  expect(await countries.get(record.id)).toEqual(record);
});

describe('of simultaneous calls', () => {
  test('only one of many updates with the same version succeeds, and each version has one log row', async () => {
    const { id, version, ...otherFields } = await countries.createPending();
    const country = { id, version, ...otherFields };
    const editors = await Promise.all(['admin', 'editor'].map((name) => service.signIn(name)));
    for (let round = 1; round <= 5; round++) {
      const names = Array.from({ length: 6 }, (_, index) => `Round ${round}, writer ${index}`);
      const replies = await Promise.all(
        names.map((name, index) =>
          // Cast: the index alternates between the two clients.
          (editors[index % 2] as Client).call('updateCountry', {
            path: { id },
            ifMatch: round,
            body: bodyFrom(country, { name }),
          }),
        ),
      );
      const statuses = replies.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 412, 412, 412, 412, 412]);
    }
    const log = await service.db('data_log').where({ entity: 'country', record_id: id }).orderBy('seq');
    expect(log.map((row) => row.version)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('only one of many new records with the same code is created', async () => {
    const body = await countries.countryBody();
    const replies = await Promise.all(Array.from({ length: 8 }, () => admin.call('createCountry', { body })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(await service.db('data_log').where({ entity: 'country', code: body.code })).toHaveLength(1);
  });

  test('only one of many restores of a deleted record succeeds', async () => {
    const country = await countries.createPending();
    await admin.ok('deleteCountry', { path: { id: country.id }, ifMatch: 1 });
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => admin.call('restoreCountry', { path: { id: country.id }, body: { version: 1 } })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 428, 428, 428, 428, 428]);
  });
});
