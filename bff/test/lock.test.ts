import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../src/database.ts';
import { countriesOf, fieldsOf } from './kit/countries.ts';
import { type Service, startService } from './kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('a record that stays locked is 503 within ten seconds; nothing is written afterwards, and it works again when free', async () => {
  const countries = countriesOf(service);
  const country = await countries.pending();
  const editor = await service.as('editor');
  const call = { path: { id: country.id }, ifMatch: 1, body: fieldsOf(country, { name: 'Too late' }) };
  const holder = connect(service.databaseUrl);
  const trx = await holder.transaction();
  await trx('country').where('id', country.id).forUpdate();
  const startedAt = performance.now();
  const refused = await editor.refused('updateCountry', call, 'requestTimeout');
  expect(refused.message).toBe('请求超时');
  expect(performance.now() - startedAt).toBeLessThan(10_500);
  await trx.rollback();
  await holder.destroy();
  expect(await countries.get(country.id)).toEqual(country);
  await editor.ok('updateCountry', { ...call, body: fieldsOf(country, { name: 'In time' }) });
});
