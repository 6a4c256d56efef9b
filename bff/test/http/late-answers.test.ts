import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/database/database.ts';
import { isDatabaseUnavailable } from '../../src/http/errors.ts';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({}, undefined, { answerMs: 1000 });
});
afterAll(() => service.stop());

test('a write that was answered 503 for taking too long writes nothing, and is logged when it ends', async () => {
  const countries = createCountryClient(service);
  // This client signs in without a password, because checking one may exceed this service's time limit.
  const editor = await service.clientWith('country:read', 'country:create', 'country:update');
  const { record: country } = await editor.ok('createCountry', { body: await countries.countryBody() }, 201);
  const holder = await service.db.transaction();
  await holder('country').where('id', country.id).forUpdate();
  const call = { path: { id: country.id }, ifMatch: 1, body: bodyFrom(country, { name: 'Too late' }) };
  const { traceId } = await editor.expectRefusal('updateCountry', call, 'requestTimeout');
  await holder.rollback();
  const lateLogLines = () => service.logLines.filter(({ msg }) => msg === 'operation finished after its response');
  await expect.poll(lateLogLines).toHaveLength(1);
  expect(lateLogLines()).toMatchObject([{ operation: 'updateCountry', traceId, err: { message: 'requestTimeout' } }]);
  expect(lateLogLines()[0]?.tookMs).toBeGreaterThanOrEqual(1000);
  expect((await editor.ok('getCountry', { path: { id: country.id } })).record).toEqual(country);
});

test('a late read is logged without an error', { tags: ['slow'] }, async () => {
  const holder = await service.db.transaction();
  const editor = await service.clientWith('country:read', 'country:update');
  await holder.raw('LOCK TABLES data_log WRITE');
  const linesBefore = service.logLines.length;
  const { id } = await service.db('country').first('id').orderBy('id');
  await editor.expectRefusal('getCountryHistory', { path: { id } }, 'requestTimeout');
  await holder.raw('UNLOCK TABLES');
  await holder.rollback();
  const lateLogLines = () =>
    service.logLines.slice(linesBefore).filter(({ msg }) => msg === 'operation finished after its response');
  await expect.poll(lateLogLines).toHaveLength(1);
  expect(lateLogLines()[0]).not.toHaveProperty('err');
});

test('the database aborts a statement that exceeds the limit of its connection', async () => {
  const db = connect(service.databaseUrl, 1, 100);
  // On MySQL an aborted SLEEP is an error only in a condition.
  const failure = await db.raw('SELECT 1 FROM country WHERE SLEEP(20)').catch((error: Error) => error);
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect((await db.raw('SELECT 1 AS one'))[0]).toEqual([{ one: 1 }]);
  await db.destroy();
});
