import { afterAll, describe, expect, test } from 'vitest';
import { completeBodies } from '../kit/complete-bodies.ts';
import { startDatabaseProxy } from '../kit/database/database-proxy.ts';
import {
  cityTransitionItem,
  createCityItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
} from './change-set-client.ts';

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

test('a new record that refers to a refused one is not refused for it', async () => {
  const airport = { ...completeBodies.Airport('RFX'), icaoCode: null, city: 'SAMEA' };
  const items: ItemBody[] = [createCityItem('SAMEA'), createCityItem('SAMEA')];
  const set = await sets.createWith(editor, [...items, { entity: 'airport', action: 'create', values: airport }]);
  const { fields } = await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: expect.stringMatching(/\/values\/code$/), rule: 'duplicateCode' }]);
});

test('a code that a record has already is refused at its field', async () => {
  await createCity('TAKENA');
  const set = await sets.createWith(editor, [createCityItem('TAKENA'), createCityItem('TAKENB')]);
  const [first] = await sets.items(set);
  const { fields } = await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound');
  expect(fields).toMatchObject([{ pointer: `/items/${first?.id}/values/code`, rule: 'duplicateCode' }]);
});

test('what somebody has decided about a record or its proposal since refuses the whole set', async () => {
  const [pending, proposed, untouched] = [
    await createCity('DECA', 'pending'),
    await createCity('DECB'),
    await createCity('DECC'),
  ];
  const { id: path } = proposed;
  const body = { code: proposed.code, country: 'CN', name: 'Proposed' };
  await editor.ok('updateCity', { path: { id: path }, ifMatch: proposed.version, body }, 202);
  const set = await sets.createWith(editor, [
    cityTransitionItem(pending, 'approve'),
    updateCityItem(proposed, { name: 'From the set' }),
    updateCityItem(untouched, { name: 'From the set' }),
  ]);
  const submitted = await sets.transition(editor, set, { event: 'submit' });
  const { proposal } = await reviewer.ok('getCityProposal', { path: { id: path } });
  const decision = { path: { id: path }, ifMatch: proposal.version, body: { decision: 'approve' } } as const;
  await reviewer.ok('decideCityProposal', decision);
  const rejection = { event: 'reject', reason: 'No' } as const;
  await reviewer.ok('transitionCity', { path: { id: pending.id }, ifMatch: pending.version, body: rejection });
  const { fields } = await sets.refuse(reviewer, submitted, { event: 'approve' }, 'changeSetUnsound');
  const [first] = await sets.items(set);
  // a field that has changed is found before anything is written, and only then the statuses
  expect(fields?.every(({ rule }) => rule === 'changedSince')).toBe(true);
  expect(fields?.some(({ pointer }) => pointer.endsWith('/values/name'))).toBe(true);
  expect(await getCity(untouched.id)).toEqual(untouched);
  expect(await getCity(proposed.id)).toMatchObject({ name: 'Proposed' });

  await sets.transition(editor, await sets.get(set.id), { event: 'reopen' });
  const second = (await sets.items(set))[1];
  const { version } = await getCity(proposed.id);
  const rebase = { recordVersion: version, values: { ...body, name: 'From the set' } };
  const target = { path: { id: set.id, itemId: second?.id ?? 0 }, ifMatch: second?.version ?? 0 };
  await editor.ok('updateChangeSetItem', { ...target, body: rebase });
  const again = await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound');
  expect(again.fields).toMatchObject([{ pointer: `/items/${first?.id}`, rule: 'changedSince' }]);
});

test('an item whose record was deleted says so, whether it changes, transitions or deletes the record', async () => {
  const cities = [await createCity('GONEA'), await createCity('GONEB'), await createCity('GONEC')];
  const [first, second, third] = cities;
  if (!first || !second || !third) throw new Error('cities are missing');
  const changing = [
    updateCityItem(first, { name: 'Changed' }),
    cityTransitionItem(second, 'deactivate'),
    deleteCityItem(third),
  ];
  const set = await sets.createWith(editor, changing);
  const scheduled = await sets.schedule(changing);
  await sets.release(cities.map(deleteCityItem));
  const { fields } = await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound');
  expect(fields?.map(({ rule }) => rule)).toEqual(['recordDeleted', 'recordDeleted', 'recordDeleted']);
  expect(await sets.releaseDue(scheduled)).toMatchObject([{ status: 'held' }]);
  for (const { problems } of await sets.items(scheduled))
    expect(problems).toMatchObject([{ pointer: '', rule: 'recordDeleted' }]);
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
