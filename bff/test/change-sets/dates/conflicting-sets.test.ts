import { describe, expect, test } from 'vitest';
import type { Client } from '../../kit/client.ts';
import { sendQueuedEmails } from '../../kit/sent-emails.ts';
import {
  type ChangeSet,
  type City,
  cityTransitionItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
} from '../change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, createCity, getCity } = sets;
const [FIRST, SECOND, THIRD] = ['2099-04-06', '2099-05-06', '2099-06-06'] as const;
const CITY_AUTHOR = ['city:read', 'city:create', 'city:update', 'city:delete', 'country:read'];
const APPROVE = { event: 'approve' } as const;

/** Creates a change of one record with a date, which is submitted at once. */
const createDated = async (item: ItemBody, effectiveOn: string, client: Client = editor): Promise<ChangeSet> =>
  (await client.ok('createChangeSet', { body: { title: 'One change', effectiveOn, item } }, 201)).changeSet;

/** Returns the items of these sets, as `basedOn` takes them. */
const itemsOf = async (...of: Pick<ChangeSet, 'id'>[]) => {
  const items = await Promise.all(of.map((set) => sets.items(set)));
  return items.flat().map(({ id, version }) => ({ id, version }));
};

const createAirlineItem = (code: string): ItemBody => ({
  entity: 'airline',
  action: 'create',
  become: 'pending',
  values: { code, name: 'Airline' },
});

/** Creates a set with a date that is hidden from whoever may not read airlines, and submits it. */
const createHidden = async (airline: string, ...items: ItemBody[]): Promise<ChangeSet> => {
  const set = await sets.createWith(editor, [createAirlineItem(airline), ...items]);
  return sets.transition(editor, await sets.setDate(editor, set, FIRST), { event: 'submit' });
};

const withdraw = (set: ChangeSet) => sets.transition(editor, set, { event: 'withdraw' });
const numberOf = ({ id }: Pick<ChangeSet, 'id'>) => expect.stringContaining(`#${id} `);

/** Returns what is wrong with the items of a set, for a client. */
const problemsOf = async (set: Pick<ChangeSet, 'id'>, client: Client = admin) =>
  (await sets.items(set, client)).flatMap(({ problems }) => problems);

describe('an item that conflicts with its record', () => {
  test('names the set on which it is based, not another one that does the same', async () => {
    const city = await createCity('BASEA');
    const first = await createDated(cityTransitionItem(city, 'deactivate'), FIRST);
    const activation = { ...cityTransitionItem(city, 'activate'), basedOn: await itemsOf(first) };
    const second = await createDated(activation, SECOND);
    await sets.createWith(admin, [cityTransitionItem(city, 'deactivate')]);
    await withdraw(first);
    const { fields } = await sets.refuse(reviewer, second, APPROVE, 'changeSetUnsound');
    expect(fields).toMatchObject([{ rule: 'buildsOnWithdrawnSet', message: numberOf(first) }]);
  });

  test('names no set where it was based on the record, whose value a withdrawn set would have given it', async () => {
    const city = await createCity('BASEB');
    await withdraw(await createDated(updateCityItem(city, { name: 'Second' }), FIRST));
    await sets.release([updateCityItem(city, { name: 'Second' })]);
    const second = await createDated(updateCityItem(await getCity(city.id), { name: 'Third' }), SECOND);
    await sets.release([updateCityItem(await getCity(city.id), { name: 'Fourth' })]);
    const { fields } = await sets.refuse(reviewer, second, APPROVE, 'changeSetUnsound');
    expect(fields).toMatchObject([{ rule: 'changedSince' }]);
  });

  test('names for each field the last set that changes it of those on which it is based', async () => {
    const city = await createCity('BASEC');
    const first = await createDated(updateCityItem(city, { name: 'First', country: 'TR' }), FIRST);
    const ofSecond = { ...updateCityItem(city, { name: 'Second', country: 'TR' }), basedOn: await itemsOf(first) };
    const second = await createDated(ofSecond, SECOND);
    const basedOn = await itemsOf(second, first);
    const ofThird = { ...updateCityItem(city, { name: 'Third', country: 'JP' }), basedOn };
    const third = await createDated(ofThird, THIRD);
    const { fields } = await sets.refuse(reviewer, third, APPROVE, 'changeSetUnsound');
    expect(fields).toHaveLength(2);
    expect(fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ pointer: expect.stringMatching(/\/name$/), message: numberOf(second) }),
        expect.objectContaining({ pointer: expect.stringMatching(/\/country$/), message: numberOf(first) }),
      ]),
    );
  });

  test('stays based on the same set while it is edited, until it is based on the record again', async () => {
    const city = await createCity('BASED');
    const first = await createDated(updateCityItem(city, { name: 'First' }), FIRST);
    const item = { ...updateCityItem(city, { name: 'Second' }), basedOn: await itemsOf(first) };
    const set = await sets.setDate(editor, await sets.create(), SECOND);
    const { id: itemId } = await sets.add(editor, set.id, item);
    await withdraw(first);
    const edit = (body: object) =>
      editor.call('updateChangeSetItem', { path: { id: set.id, itemId }, ifMatch: '*', body });
    const { name: _, ...values } = item.values ?? {};
    const refuse = async () => (await sets.refuse(editor, set, { event: 'submit' }, 'changeSetUnsound')).fields;
    for (const body of [{ values: { ...values, name: 'Third' } }, { event: 'deactivate' }]) {
      expect((await edit(body)).status).toBe(200);
      expect(await refuse()).toMatchObject([{ rule: 'buildsOnWithdrawnSet', message: numberOf(first) }]);
    }
    await edit({ values: { ...values, name: 'Fourth' }, recordVersion: city.version });
    await sets.release([updateCityItem(city, { name: 'Since' })]);
    expect(await refuse()).toMatchObject([{ rule: 'changedSince' }]);
  });
});

describe('a set on which another one is based', () => {
  test('is not named to whoever may not see it, also once it is withdrawn', async () => {
    const city = await createCity('MASKA');
    const first = await createHidden('Q1', updateCityItem(city, { name: 'First' }));
    const [, basis] = await itemsOf(first);
    const second = await createDated(
      { ...updateCityItem(city, { name: 'Second' }), ...(basis && { basedOn: [basis] }) },
      SECOND,
    );
    const blind = await service.clientWith('city:read', 'city:review', 'country:read');
    const { fields } = await sets.refuse(blind, second, APPROVE, 'changeSetUnsound');
    expect(fields).toMatchObject([{ rule: 'changedSince' }]);
    expect(await problemsOf(second, blind)).toMatchObject([{ rule: 'changedSince' }]);
    expect(await problemsOf(second)).toMatchObject([{ rule: 'buildsOnChangeSet', message: numberOf(first) }]);
    await withdraw(first);
    expect(await problemsOf(second)).toMatchObject([{ rule: 'buildsOnWithdrawnSet', message: numberOf(first) }]);
    const impact = { path: { id: second.id } };
    expect((await blind.expectRefusal('getChangeSetImpact', impact, 'changeSetUnsound')).fields).toEqual(fields);
  });

  test('is named as released once it is, and not named to whoever may not see it', async () => {
    const city = await createCity('MASKB');
    const blind = await service.clientWith('city:read', 'city:review', 'country:read');
    const first = await createHidden('Q2', updateCityItem(city, { name: 'First' }));
    const [, basis] = await itemsOf(first);
    const approved = await sets.transition(reviewer, first, APPROVE);
    const second = await createDated(
      { ...updateCityItem(city, { name: 'Second' }), ...(basis && { basedOn: [basis] }) },
      SECOND,
    );
    await sets.transition(blind, second, APPROVE);
    const reopened = await sets.transition(editor, approved, { event: 'reopen' });
    await sendQueuedEmails(service);
    expect(await sets.releaseDue(second)).toMatchObject([{ status: 'held' }]);
    const emails = (await sendQueuedEmails(service)).filter(({ kind }) => kind === 'setHeld');
    const namesFirst = emails.map(({ to, text }) => [to.split('@')[0], text.includes(`#${first.id} `)]);
    expect(Object.fromEntries(namesFirst)).toEqual({ editor: true, [blind.username]: false });
    expect(await problemsOf(second)).toMatchObject([{ rule: 'buildsOnChangeSet', message: numberOf(first) }]);

    const again = await sets.transition(editor, reopened, { event: 'submit' });
    await sets.releaseDue(await sets.transition(reviewer, again, APPROVE));
    expect(await problemsOf(second)).toMatchObject([{ rule: 'buildsOnReleasedSet', message: numberOf(first) }]);
    expect(await problemsOf(second, blind)).toMatchObject([{ rule: 'changedSince' }]);
    await sets.transition(editor, await sets.get(second.id), { event: 'retry' });
    expect(await sets.releaseDue(second)).toMatchObject([{ status: 'released' }]);
  });
});

describe('an earlier set that changes a record first', () => {
  const [byName, byDeletion] = [
    (city: City) => updateCityItem(city, { name: 'First' }),
    (city: City) => deleteCityItem(city),
  ];
  test.each<[string, string, (city: City) => ItemBody, string, string, string]>([
    ['changes a field', 'Q3', byName, 'changedByEarlierSet', 'changedByHiddenSet', 'changedSince'],
    ['deletes it', 'Q4', byDeletion, 'deletedByEarlierSet', 'deletedByHiddenSet', 'recordDeleted'],
  ])('and %s is named to whoever may see it', async (_, airline, toItem, named, hidden, released) => {
    const city = await createCity(`FIRST${airline}`);
    const author = await service.clientWith(...CITY_AUTHOR);
    const set = await sets.createWith(author, [updateCityItem(city, { name: 'Second' })]);
    const later = await sets.setDate(author, set, SECOND);
    const first = await sets.transition(reviewer, await createHidden(airline, toItem(city)), APPROVE);

    const { fields } = await sets.refuse(author, later, { event: 'submit' }, 'changeSetUnsound');
    expect(fields).toMatchObject([{ rule: hidden, message: expect.not.stringContaining('#') }]);
    const readImpact = (client: Client) =>
      client.expectRefusal('getChangeSetImpact', { path: { id: later.id } }, 'changeSetUnsound');
    expect((await readImpact(author)).fields).toEqual(fields);
    expect((await readImpact(admin)).fields).toMatchObject([{ rule: named, message: numberOf(first) }]);
    expect(await problemsOf(later, author)).toMatchObject([{ rule: hidden }]);
    expect(await problemsOf(later)).toMatchObject([{ rule: named, message: numberOf(first) }]);
    const dated = { title: 'One change', effectiveOn: THIRD, item: updateCityItem(city, { name: 'Third' }) };
    const refusal = await author.expectRefusal('createChangeSet', { body: dated }, 'changeSetUnsound');
    expect(refusal.fields).toMatchObject([{ rule: hidden }]);

    const reopened = await sets.transition(editor, first, { event: 'reopen' });
    expect(await problemsOf(later, author)).toMatchObject([{ rule: 'earlierSetGone' }]);
    const again = await sets.transition(editor, reopened, { event: 'submit' });
    await sets.releaseDue(await sets.transition(reviewer, again, APPROVE));
    expect(await problemsOf(later, author)).toMatchObject([{ rule: released }]);
  });

  test('is named by a set that is scheduled', async () => {
    const city = await createCity('FIRSTY');
    const author = await service.clientWith(...CITY_AUTHOR);
    const later = await createDated(updateCityItem(city, { name: 'Second' }), SECOND, author);
    await sets.transition(reviewer, later, APPROVE);
    const first = await sets.transition(reviewer, await createHidden('Q5', deleteCityItem(city)), APPROVE);
    expect(await problemsOf(later)).toMatchObject([{ rule: 'deletedByEarlierSet', message: numberOf(first) }]);
    expect(await problemsOf(later, author)).toMatchObject([{ rule: 'deletedByHiddenSet' }]);
  });
});
