import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
});
afterAll(() => service.stop());

const englishHeaders = { 'Accept-Language': 'en' };
const refusalWith = (message: string) => ({
  message,
  fields: [{ pointer: '/code', rule: 'duplicateCode', message }],
});

test('a code that exists is refused at its field, in the requested language', async () => {
  const editor = await service.as('editor');
  for (const code of ['CN', 'cn']) {
    const body = { code, name: 'Another China' };
    expect(await editor.expectRefusal('createCountry', { body }, 'duplicateCode')).toMatchObject(
      refusalWith('国家代码已存在'),
    );
    const refusal = await editor.expectRefusal('createCountry', { body, headers: englishHeaders }, 'duplicateCode');
    expect(refusal).toMatchObject(refusalWith('Country code already exists'));
  }
});

test('a change to an existing code is refused and leaves the record unchanged', async () => {
  const editor = await service.as('editor');
  const country = await countries.createPending();
  const call = { path: { id: country.id }, ifMatch: 1, body: bodyFrom(country, { code: 'CN' }) };
  expect(await editor.expectRefusal('updateCountry', call, 'duplicateCode')).toMatchObject(
    refusalWith('国家代码已存在'),
  );
  expect(await countries.get(country.id)).toEqual(country);
});

test('deletion frees the code', async () => {
  const editor = await service.as('editor');
  const firstCountry = await countries.createPending();
  await editor.ok('deleteCountry', { path: { id: firstCountry.id }, ifMatch: 1 });
  const secondCountry = await countries.createPending({ code: firstCountry.code });
  expect(secondCountry.id).not.toBe(firstCountry.id);
});
