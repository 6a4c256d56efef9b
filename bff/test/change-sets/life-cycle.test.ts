import { describe, expect, test } from 'vitest';
import { contract } from '../../src/http/contract.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import {
  type ChangeSet,
  createCityItem,
  deleteCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
} from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, admin, editor, reviewer, viewer, createCity } = sets;
const { db } = service;

type Status = ChangeSet['status'];
type Event = 'submit' | 'approve' | 'reject' | 'reopen' | 'retry' | 'withdraw' | 'revert';
const transitions: Record<Event, { from: Status[]; to: Status }> =
  contract.components.schemas.ChangeSetEvent['x-transitions'];
const statuses: Status[] = contract.components.schemas.ChangeSetStatus.enum;
const actorOf = (event: Event) => (event === 'approve' || event === 'reject' ? reviewer : editor);
const bodyOf = (event: Event) => (event === 'reject' ? { event, reason: 'because' } : { event });

/** The events that bring a new set to a status. */
const eventsTo: Record<Status, Event[]> = {
  open: [],
  submitted: ['submit'],
  // with a date ahead, and held at it
  scheduled: ['submit', 'approve'],
  held: ['submit', 'approve'],
  rejected: ['submit', 'reject'],
  released: ['submit', 'approve'],
  reverted: ['submit', 'approve', 'revert'],
  withdrawn: ['withdraw'],
};
let codes = 0;

describe.each(statuses)('a set that is %s', (status) => {
  test('goes where the contract says, and nowhere else', async () => {
    for (const [event, { from, to }] of Object.entries(transitions) as [Event, { from: Status[]; to: Status }][]) {
      let set = await sets.createWith(editor, [createCityItem(`LIFE${codes++}`)]);
      if (status === 'scheduled' || status === 'held') set = await sets.setDate(editor, set, '2099-04-06');
      for (const earlier of eventsTo[status]) set = await sets.transition(actorOf(earlier), set, bodyOf(earlier));
      if (status === 'held') {
        await db('change_set').where('id', set.id).update({ status });
        set = await sets.get(set.id);
      }
      expect(set.status).toBe(status);
      if (from.includes(status)) {
        const moved = await sets.transition(actorOf(event), set, bodyOf(event));
        expect(moved).toMatchObject({ status: to, version: set.version + 1 });
      } else await sets.refuse(actorOf(event), set, bodyOf(event), 'invalidTransition');
    }
  });
});

test('a rejection has a reason, and is mended and submitted again', async () => {
  const set = await sets.createWith(editor, [createCityItem('MENDA')]);
  const submitted = await sets.transition(editor, set, { event: 'submit' });
  const { fields } = await sets.refuse(reviewer, set, { event: 'reject' }, 'validationError');
  expect(fields).toMatchObject([{ pointer: '/reason', rule: 'reasonRequired' }]);
  await sets.refuse(editor, set, { event: 'reopen', reason: 'because' }, 'validationError');
  const rejected = await sets.transition(reviewer, submitted, { event: 'reject', reason: 'Which country?' });
  expect(rejected.decision).toMatchObject({ by: 'reviewer', reason: 'Which country?' });
  const open = await sets.transition(editor, rejected, { event: 'reopen' });
  const again = await sets.transition(editor, open, { event: 'submit' });
  expect(await sets.transition(reviewer, again, { event: 'approve' })).toMatchObject({
    status: 'released',
    decision: { by: 'reviewer' },
    releaseTime: expect.any(String),
  });
});

test('who may not read every kind of a set does not find it', async () => {
  const set = await sets.createWith(editor, [createCityItem('HIDDEN')]);
  const [item] = await sets.items(set);
  const stranger = await service.clientWith('country:read', 'country:review', 'city:review');
  const path = { id: set.id };
  const itemPath = { id: set.id, itemId: item?.id ?? 0 };
  const ifMatch = set.version;
  await stranger.expectRefusal('getChangeSet', { path }, 'notFound');
  await stranger.expectRefusal('listChangeSetItems', { path }, 'notFound');
  await stranger.expectRefusal('updateChangeSet', { path, ifMatch, body: { title: 'Other' } }, 'notFound');
  await stranger.expectRefusal('transitionChangeSet', { path, ifMatch, body: { event: 'withdraw' } }, 'notFound');
  await stranger.expectRefusal('addChangeSetItem', { path, body: createCityItem('HIDDENB') }, 'notFound');
  await stranger.expectRefusal('removeChangeSetItem', { path: itemPath, ifMatch: 1 }, 'notFound');
  expect((await stranger.ok('listChangeSets')).items).toEqual([]);
  expect((await viewer.ok('listChangeSets')).items.map(({ id }) => id)).toContain(set.id);
  expect(await sets.get(set.id, viewer)).toMatchObject({ ownWork: false, items: { city: 1 } });
});

test('an empty set is seen by its author alone, and found by its status', async () => {
  const set = await sets.create(editor, 'Empty');
  await viewer.expectRefusal('getChangeSet', { path: { id: set.id } }, 'notFound');
  const ids = async (status: Status) =>
    (await editor.ok('listChangeSets', { query: { status, limit: 100 } })).items.map(({ id }) => id);
  expect(await ids('open')).toContain(set.id);
  expect(await ids('released')).not.toContain(set.id);
  const newer = await sets.create(editor, 'Newer');
  const page = await editor.ok('listChangeSets', { query: { limit: 1 } });
  expect(page.items).toMatchObject([{ id: newer.id, title: 'Newer', note: null }]);
  const next = await editor.ok('listChangeSets', { query: { limit: 1, cursor: page.nextCursor ?? '' } });
  expect(next.items).toMatchObject([{ id: set.id, title: 'Empty' }]);
});

test('sets are found by words of their titles and notes, and by their numbers', async () => {
  const { id } = await sets.create(editor, 'New airport of 伊斯坦布尔');
  const body = { title: 'Fares 100%', note: 'Codes_of winter' };
  const { changeSet: other } = await editor.ok('createChangeSet', { body }, 201);
  const find = async (q: string) => (await editor.ok('listChangeSets', { query: { q, limit: 100 } })).items;
  const idsOf = async (q: string) => (await find(q)).map((set) => set.id);
  expect(await idsOf('AIRPORT new')).toEqual([id]);
  expect(await idsOf('坦布 new')).toEqual([id]);
  expect(await idsOf('fares WINTER')).toEqual([other.id]);
  expect(await idsOf('fares airport')).toEqual([]);
  expect(await idsOf('0%')).toEqual([other.id]);
  expect(await idsOf('s_o')).toEqual([other.id]);
  expect(await idsOf(`#${id}`)).toEqual([id]);
  expect(await idsOf(`${other.id}`)).toContain(other.id);
  const { total, counts } = await editor.ok('listChangeSets', { query: { q: 'winter', status: ['released'] } });
  expect([total, counts]).toEqual([0, { open: 1 }]);
});

test('sets are sorted by a column, page after page, and by their age where it is the same', async () => {
  const author = await service.clientWith('city:read', 'city:create', 'country:read');
  for (const title of ['B', 'A', 'C', 'A']) await sets.create(author, title);
  const listed = async (sort?: 'title' | '-title' | 'submitTime' | '-createTime') => {
    const found: ChangeSet[] = [];
    for (let cursor = ''; ; ) {
      const query = { mine: true, limit: 1, ...(sort && { sort }), ...(cursor && { cursor }) };
      const { items, nextCursor } = await author.ok('listChangeSets', { query });
      found.push(...items);
      if (nextCursor === null) return found;
      cursor = nextCursor;
    }
  };
  const titles = async (sort?: Parameters<typeof listed>[0]) => (await listed(sort)).map(({ title }) => title).join('');
  expect(await titles()).toBe('ACAB');
  expect(await titles('title')).toBe('AABC');
  expect(await titles('-title')).toBe('CBAA');
  const [newer, older] = await listed('title');
  expect(newer?.id).toBeGreaterThan(older?.id ?? 0);
  await sets.add(author, older?.id ?? 0, createCityItem('SORTED'));
  await sets.transition(author, await sets.get(older?.id ?? 0, author), { event: 'submit' });
  expect((await listed('submitTime')).at(-1)?.id).toBe(older?.id);
  expect(await titles('-createTime')).toBe('ACAB');
});

test('sets are listed by who contributed to them, and for whoever may review all of their kinds', async () => {
  const set = await sets.createWith(editor, [createCityItem('LISTED')]);
  const stranger = await service.clientWith('city:read', 'airport:review');
  const isListed = async (client: typeof editor, query: { mine?: boolean; toReview?: boolean }) =>
    (await client.ok('listChangeSets', { query: { ...query, limit: 100 } })).items.some(({ id }) => id === set.id);
  expect(await isListed(editor, { mine: true })).toBe(true);
  expect(await isListed(editor, { mine: false })).toBe(false);
  expect(await isListed(reviewer, { mine: true })).toBe(false);
  expect(await isListed(reviewer, { toReview: true })).toBe(false);
  await sets.transition(editor, await sets.get(set.id), { event: 'submit' });
  expect(await isListed(reviewer, { toReview: true })).toBe(true);
  expect(await isListed(reviewer, { toReview: false })).toBe(false);
  expect(await isListed(editor, { toReview: true })).toBe(false);
  expect(await isListed(stranger, { toReview: true })).toBe(false);
});

test('a set is submitted, renamed and withdrawn by those who contributed to it', async () => {
  const set = await sets.createWith(editor, [createCityItem('OTHERS')]);
  const other = await service.clientWith('city:read', 'city:review', 'city:update');
  for (const event of ['submit', 'withdraw'] as const) await sets.refuse(other, set, { event }, 'notOwner');
  const renaming = { path: { id: set.id }, ifMatch: set.version, body: { title: 'Renamed', note: 'Why' } };
  await other.expectRefusal('updateChangeSet', renaming, 'notOwner');
  expect((await editor.ok('updateChangeSet', renaming)).changeSet).toMatchObject({
    title: 'Renamed',
    note: 'Why',
    version: set.version + 1,
  });
  await editor.expectRefusal('updateChangeSet', renaming, 'versionConflict');
});

test('a set names who submitted it last, and who withdrew or reverted it', async () => {
  const open = await sets.createWith(editor, [createCityItem('ACTORA')]);
  expect(Object.keys(open)).not.toContain('submittedBy');
  const first = await sets.transition(editor, open, { event: 'submit' });
  expect(first).toMatchObject({ submittedBy: 'editor' });
  const second = await sets.transition(admin, await sets.transition(admin, first, { event: 'reopen' }), {
    event: 'submit',
  });
  expect(second).toMatchObject({ submittedBy: 'admin' });
  expect(Object.keys(second)).not.toContain('endedBy');
  expect(await sets.transition(editor, second, { event: 'withdraw' })).toMatchObject({ endedBy: 'editor' });

  const released = await sets.release([createCityItem('ACTORB')]);
  expect(await sets.transition(admin, released, { event: 'revert' })).toMatchObject({
    submittedBy: 'editor',
    endedBy: 'admin',
  });
});

test('a set remembers every status that it has had, who brought it there, and why', async () => {
  const describeSteps = ({ history = [] }: ChangeSet) =>
    history.map(({ status, by, reason }) => [status, by, reason].filter((part) => part !== undefined).join(' '));
  const rejected = await sets.transition(
    reviewer,
    await sets.transition(editor, await sets.createWith(editor, [createCityItem('STEPA')]), { event: 'submit' }),
    { event: 'reject', reason: 'Too early' },
  );
  const reopened = await sets.transition(editor, rejected, { event: 'reopen' });
  const upToReopening = ['open editor', 'submitted editor', 'rejected reviewer Too early', 'open editor'];
  expect(describeSteps(reopened)).toEqual(upToReopening);
  const dated = await sets.setDate(editor, reopened, '2099-04-06');
  const scheduled = await sets.transition(reviewer, await sets.transition(editor, dated, { event: 'submit' }), {
    event: 'approve',
    reason: 'Good',
  });
  await sets.add(admin, scheduled.id, createCityItem('STEPB'));
  const again = await sets.transition(editor, await sets.get(scheduled.id), { event: 'submit' });
  await sets.releaseDue(await sets.transition(reviewer, again, { event: 'approve' }));
  const reverted = await sets.transition(editor, await sets.get(again.id), { event: 'revert' });
  expect(describeSteps(reverted)).toEqual([
    ...upToReopening,
    'submitted editor',
    'scheduled reviewer Good',
    'open admin',
    'submitted editor',
    'scheduled reviewer',
    'released ',
    'reverted editor',
  ]);
});

describe('an item', () => {
  const refuseItem = async (body: ItemBody, key: Parameters<typeof editor.expectRefusal>[2], client = editor) => {
    const { id } = await sets.createWith(editor, [createCityItem(`ITEM${codes++}`)]);
    return client.expectRefusal('addChangeSetItem', { path: { id }, body }, key);
  };

  test('needs the permissions of the direct act', async () => {
    const city = await createCity('RIGHTS');
    const reader = await service.clientWith('city:read');
    for (const [body, permission] of [
      [createCityItem('RIGHTSB'), 'city:create'],
      [updateCityItem(city, { name: 'Other' }), 'city:update'],
      [deleteCityItem(city), 'city:delete'],
    ] as const)
      expect(await refuseItem(body, 'forbidden', reader)).toMatchObject({ permission });
    const writer = await service.clientWith('country:read', 'country:create', 'city:read');
    expect(await refuseItem({ entity: 'airport', action: 'create', values: {} }, 'forbidden', writer)).toMatchObject({
      permission: 'airport:read',
    });
  });

  test('has the members of its action, and values as the kind’s own operation takes them', async () => {
    const city = await createCity('MEMBER');
    const fieldsOf = async (body: ItemBody) =>
      (await refuseItem(body, 'validationError')).fields?.map(({ pointer, rule }) => `${pointer} ${rule}`);
    expect(await fieldsOf({ entity: 'city', action: 'update', recordId: city.id, restoredVersion: 1 })).toEqual([
      ...['/recordVersion required', '/values required', '/restoredVersion notWithEvent'],
    ]);
    expect(await fieldsOf(createCityItem('MEMBER', { name: '', extra: 1 }))).toEqual([
      ...['/values/extra additionalProperties', '/values/name minLength'],
    ]);
    expect(await fieldsOf(createCityItem('MEMBERB', { country: 'QQ' }))).toEqual(['/values/country unknownReference']);
    expect(await fieldsOf({ ...createCityItem('MEMBERC', { country: null }), become: 'approved' })).toEqual([
      '/values/country requiredToApprove',
    ]);
    expect(await fieldsOf({ entity: 'city', action: 'delete', recordId: 4_000_000_000, recordVersion: 1 })).toEqual([
      '/recordId unknownReference',
    ]);
  });

  test('is based on the version that was read', async () => {
    const city = await createCity('STALE');
    const body = { ...updateCityItem(city, { name: 'Other' }), recordVersion: city.version - 1 };
    expect(await refuseItem(body, 'versionConflict')).toMatchObject({ current: { id: city.id } });
  });

  test('is the only one of its record in the set', async () => {
    const city = await createCity('ONLYA');
    const { id } = await sets.createWith(editor, [updateCityItem(city, { name: 'Other' })]);
    await editor.expectRefusal('addChangeSetItem', { path: { id }, body: deleteCityItem(city) }, 'itemExists');
    await sets.createWith(editor, [deleteCityItem(city)]);
  });

  test('changes with its version, and counts as a change of the set', async () => {
    const city = await createCity('CHANGE');
    const set = await sets.createWith(editor, [updateCityItem(city, { name: 'One' })]);
    const [item] = await sets.items(set);
    const parts = {
      path: { id: set.id, itemId: item?.id ?? 0 },
      body: { values: { code: 'CHANGE', name: 'Two', country: 'CN' } },
    };
    await editor.expectRefusal('updateChangeSetItem', parts, 'preconditionRequired');
    const { item: changed, changeSet } = await editor.ok('updateChangeSetItem', { ...parts, ifMatch: 1 });
    expect(changed).toMatchObject({ version: 2, changes: ['/name'], after: { name: 'Two' } });
    expect(changeSet.version).toBe(set.version + 1);
    expect(
      await editor.expectRefusal('updateChangeSetItem', { ...parts, ifMatch: 1 }, 'versionConflict'),
    ).toMatchObject({
      current: { version: 2 },
    });
    await editor.expectRefusal(
      'updateChangeSetItem',
      { ...parts, ifMatch: 2, body: { ...parts.body, become: 'active' } },
      'validationError',
    );
  });

  test('takes no place beyond the limit', async () => {
    const { id } = await sets.createWith(editor, [createCityItem('LIMITA')]);
    const row = await db('proposal').where('change_set_id', id).first();
    await db('proposal').insert(Array.from({ length: 1999 }, () => ({ ...row, id: undefined })));
    const { message } = await editor.expectRefusal(
      'addChangeSetItem',
      { path: { id }, body: createCityItem('LIMITB') },
      'tooManyItems',
    );
    expect(message).toContain('2000');
  });
});

test('items are no proposals: neither open nor decided, in no list, queue or history', async () => {
  const city = await createCity('APART');
  const set = await sets.createWith(editor, [updateCityItem(city, { name: 'From the set' })]);
  const [item] = await sets.items(set);
  const path = { id: city.id };
  const expectApart = async () => {
    await admin.expectRefusal('getCityProposal', { path }, 'notFound');
    await admin.expectRefusal('getCityProposal', { path, query: { decided: item?.id ?? 0 } }, 'notFound');
    expect((await admin.ok('getCityHistory', { path })).proposals).toEqual([]);
    const listed = await admin.ok('listCities', { query: { code: ['APART'] } });
    expect(listed.proposals).toEqual([]);
    const { items } = await reviewer.ok('listReviews', { query: { entity: 'city' } });
    expect(items.filter((review) => review.id === city.id)).toEqual([]);
  };
  await expectApart();
  const body = { code: 'APART', name: 'Proposed', country: 'CN' };
  const { proposal } = await editor.ok('updateCity', { path, ifMatch: city.version, body }, 202);
  expect(proposal.version).toBe(1);
  await editor.ok('withdrawCityProposal', { path, ifMatch: 1 });
  await sets.transition(reviewer, await sets.transition(editor, await sets.get(set.id), { event: 'submit' }), {
    event: 'approve',
  });
  await admin.expectRefusal('getCityProposal', { path, query: { decided: item?.id ?? 0 } }, 'notFound');
});

test('whoever may approve a set gets an email when it is submitted, and its author when it is decided on', async () => {
  await sendQueuedEmails(service);
  const set = await sets.createWith(editor, [createCityItem('MAILED')]);
  const submitted = await sets.transition(editor, set, { event: 'submit' });
  const received = await sendQueuedEmails(service);
  const link = expect.stringMatching(`/change-sets/${set.id}$`);
  expect(received.map(({ to, kind }) => `${kind} ${to}`)).toEqual(
    expect.arrayContaining(['admin', 'reviewer'].map((name) => `setSubmitted ${name}@gazetteer.example`)),
  );
  expect(received.every((mail) => !mail.to.startsWith('editor') && !mail.to.startsWith('viewer'))).toBe(true);
  expect(received[0]).toMatchObject({ subject: '待审核：A set', link });
  const rejected = await sets.transition(reviewer, submitted, { event: 'reject', reason: 'Which country?' });
  const [mail, ...others] = await sendQueuedEmails(service);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ kind: 'setRejected', to: 'editor@gazetteer.example', subject: '已驳回：A set', link });
  expect(mail?.text).toContain('Which country?');
  const reopened = await sets.transition(editor, rejected, { event: 'reopen' });
  await sets.transition(reviewer, await sets.transition(editor, reopened, { event: 'submit' }), { event: 'approve' });
  expect((await sendQueuedEmails(service)).at(-1)).toMatchObject({
    kind: 'setApproved',
    subject: '已通过：A set',
    link,
  });
});
