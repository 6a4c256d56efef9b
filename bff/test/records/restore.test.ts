import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let editor: Client;
let reviewer: Client;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
});
afterAll(() => service.stop());

const changeName = async (country: Country, name: string) => {
  const body = bodyFrom(country, { name, locales: { de: { name: 'Anders', aliases: ['Neu'] } } });
  return (await editor.ok('updateCountry', { path: { id: country.id }, ifMatch: country.version, body })).record;
};
const restoreParts = ({ id }: Country, version: number, ifMatch?: number) => ({
  path: { id },
  body: { version },
  ifMatch,
});
const deleteAndReturn = async (country: Country) => {
  await editor.ok('deleteCountry', { path: { id: country.id }, ifMatch: country.version });
  return country;
};

describe('restoring an existing record', () => {
  test('saves the fields of an older version as a new version', async () => {
    const country = await countries.createPending({ symbol: '¤' });
    const changedCountry = await changeName(country, 'Changed');
    const { record } = await editor.ok('restoreCountry', restoreParts(country, 1, 2));
    expect(record).toEqual({ ...changedCountry, ...bodyFrom(country), version: 3, updateTime: record.updateTime });
    const { items } = await editor.ok('getCountryHistory', { path: { id: country.id } });
    expect(items.map(({ action, version }) => [action, version])).toEqual([
      ['restore', 3],
      ['update', 2],
      ['create', 1],
    ]);
  });

  test('to an unknown version is refused', async () => {
    const country = await countries.createPending();
    for (const version of [2, 4294967295]) {
      const { fields } = await editor.expectRefusal(
        'restoreCountry',
        restoreParts(country, version, 1),
        'validationError',
      );
      expect(fields).toEqual([{ pointer: '/version', rule: 'unknownVersion', message: '没有这个版本' }]);
    }
  });

  test('opens a proposal for an active record, and approving it applies the version', async () => {
    const changedCountry = await changeName(await countries.createPending({ name: 'First' }), 'Second');
    const activeCountry = await countries.transition(await countries.transition(changedCountry, 'approve'), 'activate');
    const { record, proposal } = await editor.ok(
      'restoreCountry',
      restoreParts(activeCountry, 1, activeCountry.version),
      202,
    );
    expect(record).toEqual(activeCountry);
    expect(proposal).toMatchObject({ action: 'restore', after: { name: 'First' } });
    const decideParts = { path: { id: activeCountry.id }, ifMatch: 1, body: { decision: 'approve' as const } };
    const decidedAnswer = await reviewer.ok('decideCountryProposal', decideParts);
    expect(decidedAnswer.record).toMatchObject({ name: 'First', status: 'active', version: activeCountry.version + 1 });
  });
});

describe('restoring a deleted record', () => {
  test('recreates it as pending with its id and the next version', async () => {
    const country = await deleteAndReturn(await changeName(await countries.createPending(), 'Second'));
    const { record } = await editor.ok('restoreCountry', restoreParts(country, country.version));
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

  test('counts as the work of the person who restores it', async () => {
    const admin = await service.as('admin');
    const country = await deleteAndReturn(await countries.createApproved());
    const { record } = await admin.ok('restoreCountry', restoreParts(country, 1));
    const approveParts = { path: { id: record.id }, ifMatch: record.version, body: { event: 'approve' as const } };
    await admin.expectRefusal('transitionCountry', approveParts, 'secondPerson');
    expect((await reviewer.ok('transitionCountry', approveParts)).record.status).toBe('approved');
  });

  test('needs the permission to create', async () => {
    const country = await deleteAndReturn(await countries.createPending());
    const updater = await service.clientWith('country:update');
    const refusal = await updater.expectRefusal('restoreCountry', restoreParts(country, 1), 'forbidden');
    expect(refusal.permission).toBe('country:create');
  });

  test('is refused if its code is in use again', async () => {
    const country = await deleteAndReturn(await countries.createPending());
    await countries.createPending({ code: country.code });
    const { message } = await editor.expectRefusal('restoreCountry', restoreParts(country, 1), 'duplicateCode');
    expect(message).toBe('国家代码已存在');
  });

  test('to an unknown version or to the version of the deletion is refused', async () => {
    const country = await deleteAndReturn(await countries.createPending());
    for (const version of [2, 3])
      await editor.expectRefusal('restoreCountry', restoreParts(country, version), 'validationError');
  });

  test('works after each further deletion', async () => {
    let country = await countries.createPending();
    for (const version of [3, 5, 7]) {
      await deleteAndReturn(country);
      country = (await editor.ok('restoreCountry', restoreParts(country, 1))).record;
      expect(country.version).toBe(version);
    }
  });
});
