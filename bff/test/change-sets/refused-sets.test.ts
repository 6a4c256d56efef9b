import { afterAll, describe, expect, test } from 'vitest';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';
import { createCityItem, deleteCityItem, setUpChangeSets, updateCityItem } from './change-set-client.ts';

const proxy = await startDatabaseProxy();
const sets = await setUpChangeSets(proxy.routeUrl);
const { editor, reviewer, createCity, getCity } = sets;
const { db } = sets.service;
// after the service, whose connections it holds
afterAll(() => proxy.close());

test('a code that two items take is refused at its field in the second one', async () => {
  const city = await createCity('TWICEA');
  const set = await sets.createWith(editor, [createCityItem('TWICEB'), updateCityItem(city, { code: 'TWICEB' })]);
  const [, second] = await sets.items(set);
  const { fields } = await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: `/items/${second?.id}/values/code`, rule: 'duplicateCode' }]);
  expect(await sets.get(set.id)).toMatchObject({ status: 'open', unsound: 1 });
});

test('a code that a record has already is refused at its field', async () => {
  await createCity('TAKENA');
  const set = await sets.createWith(editor, [createCityItem('TAKENA'), createCityItem('TAKENB')]);
  const [first] = await sets.items(set);
  const { fields } = await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: `/items/${first?.id}/values/code`, rule: 'duplicateCode' }]);
});

describe('while the database goes away', () => {
  const setUp = async (prefix: string) => {
    const cities = [await createCity(`${prefix}A`), await createCity(`${prefix}B`), await createCity(`${prefix}C`)];
    const [first, second, third] = cities;
    if (!first || !second || !third) throw new Error('cities are missing');
    const set = await sets.createWith(editor, [
      updateCityItem(first, { code: `${prefix}B`, name: 'Changed' }),
      updateCityItem(second, { code: `${prefix}A` }),
      deleteCityItem(third),
      createCityItem(`${prefix}D`),
    ]);
    return { cities, set: await sets.transition(editor, set, { event: 'submit' }) };
  };
  const logRows = async (setId: number) =>
    Number((await db('data_log').where('change_set_id', setId).count({ n: '*' }).first())?.n);

  test.each([
    ['after the records were written', "UPDATE proposal SET outcome = 'released'", 'CUT'],
    ['before the commit', 'COMMIT', 'COM'],
  ])('%s, a release leaves nothing behind, and succeeds later', async (_, text, prefix) => {
    const { cities, set } = await setUp(prefix);
    const approving = { path: { id: set.id }, ifMatch: set.version, body: { event: 'approve' } } as const;
    proxy.disconnectBefore(text);
    const { status } = await reviewer.call('transitionChangeSet', approving);
    proxy.restore();
    expect(status).toBe(503);
    for (const city of cities) expect(await getCity(city.id)).toEqual(city);
    expect(await sets.get(set.id)).toMatchObject({ status: 'submitted', version: set.version, unsound: 0 });
    expect(await logRows(set.id)).toBe(0);
    expect(await db('city').where('code', `${prefix}D`)).toEqual([]);

    const released = await sets.transition(reviewer, set, { event: 'approve' });
    expect(await logRows(set.id)).toBe(4);
    proxy.disconnectBefore('COMMIT');
    const reverting = { path: { id: set.id }, ifMatch: released.version, body: { event: 'revert' } } as const;
    expect((await editor.call('transitionChangeSet', reverting)).status).toBe(503);
    proxy.restore();
    expect(await getCity(cities[0]?.id ?? 0)).toMatchObject({ code: `${prefix}B`, name: 'Changed' });
    expect(await sets.transition(editor, released, { event: 'revert' })).toMatchObject({
      status: 'reverted',
      unsound: 0,
    });
    expect(await getCity(cities[0]?.id ?? 0)).toMatchObject({ code: `${prefix}A` });
  });
});
