import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, countriesOf } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof countriesOf>;
let editor: Client;
let reviewer: Client;

beforeAll(async () => {
  service = await startService();
  countries = countriesOf(service);
  [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
});
afterAll(() => service.stop());

const renamed = async (country: Country, name: string) => {
  const body = bodyFrom(country, { name, locales: { de: { name: 'Anders', aliases: ['Neu'] } } });
  return (await editor.ok('updateCountry', { path: { id: country.id }, ifMatch: country.version, body })).record;
};
const restore = ({ id }: Country, version: number, ifMatch?: number) => ({ path: { id }, body: { version }, ifMatch });
const deleted = async (country: Country) => {
  await editor.ok('deleteCountry', { path: { id: country.id }, ifMatch: country.version });
  return country;
};

describe('of a record that is there', () => {
  test('brings an older version’s fields back as a new version', async () => {
    const country = await countries.createPending({ symbol: '¤' });
    const changed = await renamed(country, 'Changed');
    const { record } = await editor.ok('restoreCountry', restore(country, 1, 2));
    expect(record).toEqual({ ...changed, ...bodyFrom(country), version: 3, updateTime: record.updateTime });
    const { items } = await editor.ok('getCountryHistory', { path: { id: country.id } });
    expect(items.map(({ action, version }) => [action, version])).toEqual([
      ['restore', 3],
      ['update', 2],
      ['create', 1],
    ]);
  });

  test('to a version that never was is refused', async () => {
    const country = await countries.createPending();
    for (const version of [2, 4294967295]) {
      const { fields } = await editor.expectRefusal('restoreCountry', restore(country, version, 1), 'validationError');
      expect(fields).toEqual([{ pointer: '/version', rule: 'unknownVersion', message: '没有这个版本' }]);
    }
  });

  test('proposes where a change would, and approving applies it', async () => {
    const changed = await renamed(await countries.createPending({ name: 'First' }), 'Second');
    const active = await countries.transition(await countries.transition(changed, 'approve'), 'activate');
    const { record, proposal } = await editor.ok('restoreCountry', restore(active, 1, active.version), 202);
    expect(record).toEqual(active);
    expect(proposal).toMatchObject({ action: 'restore', after: { name: 'First' } });
    const decide = { path: { id: active.id }, ifMatch: 1, body: { decision: 'approve' as const } };
    const decided = await reviewer.ok('decideCountryProposal', decide);
    expect(decided.record).toMatchObject({ name: 'First', status: 'active', version: active.version + 1 });
  });
});

describe('of a deleted record', () => {
  test('gives it back with its id, pending, its version counting on', async () => {
    const country = await deleted(await renamed(await countries.createPending(), 'Second'));
    const { record } = await editor.ok('restoreCountry', restore(country, country.version));
    const { id, createTime, createdBy } = country;
    expect(record).toMatchObject({ ...bodyFrom(country), id, createTime, createdBy, status: 'pending' });
    expect(record.version).toBe(country.version + 2);
    expect(await countries.get(id)).toEqual(record);
    const { items } = await editor.ok('getCountryHistory', { path: { id } });
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'restore', version: record.version, before: null, after: record },
      { action: 'delete', version: record.version - 1, before: country, after: null },
    ]);
  });

  test('counts as work of whoever did it', async () => {
    const admin = await service.as('admin');
    const country = await deleted(await countries.createApproved());
    const { record } = await admin.ok('restoreCountry', restore(country, 1));
    const approve = { path: { id: record.id }, ifMatch: record.version, body: { event: 'approve' as const } };
    await admin.expectRefusal('transitionCountry', approve, 'secondPerson');
    expect((await reviewer.ok('transitionCountry', approve)).record.status).toBe('approved');
  });

  test('needs the permission to create', async () => {
    const country = await deleted(await countries.createPending());
    const updating = await service.clientWith('country:update');
    const refused = await updating.expectRefusal('restoreCountry', restore(country, 1), 'forbidden');
    expect(refused.permission).toBe('country:create');
  });

  test('is refused where its code has been taken since', async () => {
    const country = await deleted(await countries.createPending());
    await countries.createPending({ code: country.code });
    const { message } = await editor.expectRefusal('restoreCountry', restore(country, 1), 'duplicateCode');
    expect(message).toBe('国家代码已存在');
  });

  test('to a version that never was is refused, the deletion’s own too', async () => {
    const country = await deleted(await countries.createPending());
    for (const version of [2, 3])
      await editor.expectRefusal('restoreCountry', restore(country, version), 'validationError');
  });

  test('works again after the next deletion, and on', async () => {
    let country = await countries.createPending();
    for (const version of [3, 5, 7]) {
      await deleted(country);
      country = (await editor.ok('restoreCountry', restore(country, 1))).record;
      expect(country.version).toBe(version);
    }
  });
});
