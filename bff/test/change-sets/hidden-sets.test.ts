import { describe, expect, test } from 'vitest';
import { createImportClient } from '../imports/import-client.ts';
import type { Client } from '../kit/client.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import {
  cityTransitionItem,
  createCityItem,
  type ItemBody,
  setUpChangeSets,
  updateCityItem,
  valuesOf,
} from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, editor, reviewer, createCity, getCity } = sets;
const { db } = service;
const submit = { event: 'submit' } as const;
const AUTHOR_RIGHTS = ['city:read', 'city:create', 'city:update', 'city:delete', 'country:read'];

const takeRight = async ({ id }: { id: number }, permission: string): Promise<void> => {
  const { role_id } = await db('user_role').where('user_id', id).first('role_id');
  await db('role_permission').where({ role_id, permission }).delete();
  await db('role').where('id', role_id).increment('version', 1);
};

/** Returns the emails that are queued during `work`, as kind and user name. */
async function emailsDuring(work: () => Promise<unknown>): Promise<string[]> {
  await sendQueuedEmails(service);
  await work();
  return (await sendQueuedEmails(service)).map(({ kind, to }) => `${kind} ${to.split('@')[0]}`);
}

describe('whoever may not read every kind of a set', () => {
  test('gets no email when it is submitted, also with a date', async () => {
    const { username } = await service.clientWith('city:review', 'country:read');
    const seeing = await service.clientWith('city:review', 'city:read', 'country:read');
    const set = await sets.createWith(editor, [createCityItem('BLINDA')]);
    const dated = { title: 'Dated', effectiveOn: '2099-04-06', item: createCityItem('BLINDB') };
    for (const work of [
      () => sets.transition(editor, set, submit),
      () => editor.ok('createChangeSet', { body: dated }, 201),
    ]) {
      const emails = await emailsDuring(work);
      expect(emails).toContain(`setSubmitted ${seeing.username}`);
      expect(emails).not.toContain(`setSubmitted ${username}`);
    }
  });

  test('does not count as somebody who could approve it', async () => {
    const blind = await service.clientWith('city:review', 'country:read');
    const author = await service.clientWith(...AUTHOR_RIGHTS);
    const { id, version } = await sets.createWith(author, [createCityItem('BLINDC')]);
    const parts = { path: { id }, ifMatch: version, body: submit };
    await db('user').whereNotIn('id', [author.id, blind.id]).update({ status: 'inactive' });
    try {
      await author.expectRefusal('transitionChangeSet', parts, 'nobodyToApprove');
    } finally {
      await db('user').update({ status: 'active' });
    }
  });

  test('gets no email about what becomes of it, even as its author or its approver', async () => {
    const [author, former] = [await service.clientWith(...AUTHOR_RIGHTS), await service.clientWith(...AUTHOR_RIGHTS)];
    const outcomeFor = async (client: typeof author, code: string) => {
      const [rejected, approved] = [
        await sets.transition(client, await sets.createWith(client, [createCityItem(`${code}A`)]), submit),
        await sets.transition(client, await sets.createWith(client, [createCityItem(`${code}B`)]), submit),
      ];
      if (client === former) await takeRight(former, 'city:read');
      return emailsDuring(async () => {
        await sets.transition(reviewer, rejected, { event: 'reject', reason: 'No' });
        await sets.transition(reviewer, approved, { event: 'approve' });
      });
    };
    expect(await outcomeFor(author, 'SEES')).toEqual([
      `setRejected ${author.username}`,
      `setApproved ${author.username}`,
    ]);
    expect(await outcomeFor(former, 'LOST')).toEqual([]);
  });

  test('gets no email when it is held', async () => {
    const author = await service.clientWith(...AUTHOR_RIGHTS);
    const approver = await service.clientWith('city:read', 'city:review', 'country:read');
    const city = await createCity('HELDA');
    const draft = await sets.createWith(author, [updateCityItem(city, { name: 'From the set' })]);
    const submitted = await sets.transition(author, await sets.setDate(author, draft, '2099-04-06'), submit);
    const scheduled = await sets.transition(approver, submitted, { event: 'approve' });
    await sets.release([updateCityItem(city, { name: 'Since' })]);
    await takeRight(author, 'city:read');
    const emails = await emailsDuring(() => sets.releaseDue(scheduled));
    expect(emails).toEqual([`setHeld ${approver.username}`]);
  });
});

describe('whoever may not read a kind any more', () => {
  const propose = (client: Client, city: Awaited<ReturnType<typeof createCity>>) =>
    client.ok(
      'updateCity',
      { path: { id: city.id }, ifMatch: city.version, body: { ...valuesOf(city), name: 'Mine' } },
      202,
    );

  test('gets no email about proposals and records of it that are rejected, by a set or without one', async () => {
    const [author, former] = [await service.clientWith(...AUTHOR_RIGHTS), await service.clientWith(...AUTHOR_RIGHTS)];
    for (const client of [author, former]) {
      const code = client === author ? 'WITH' : 'LESS';
      const [replaced, decided] = [await createCity(`${code}A`), await createCity(`${code}B`)];
      for (const city of [replaced, decided]) await propose(client, city);
      const createPending = async (suffix: string) => {
        const body = { code: code + suffix, name: 'Pending', country: 'CN' };
        return (await client.ok('createCity', { body }, 201)).record;
      };
      const [bySet, alone] = [await createPending('C'), await createPending('D')];
      if (client === former) await takeRight(former, 'city:read');
      const replacing = updateCityItem(replaced, { name: 'From the set' });
      const rejecting = { ...cityTransitionItem(bySet, 'reject'), reason: 'No' };
      const reject = { event: 'reject', reason: 'No' } as const;
      const emails = await emailsDuring(async () => {
        await sets.release([replacing, rejecting]);
        const path = { id: decided.id };
        const { proposal } = await reviewer.ok('getCityProposal', { path });
        const body = { decision: 'reject', reason: 'No' } as const;
        await reviewer.ok('decideCityProposal', { path, ifMatch: proposal.version, body });
        await reviewer.ok('transitionCity', { path: { id: alone.id }, ifMatch: alone.version, body: reject });
      });
      const ofContributor = emails.filter((email) => email === `workRejected ${client.username}`);
      expect(ofContributor).toHaveLength(client === author ? 4 : 0);
    }
  });
});

describe('the reason of a set', () => {
  const REASON = 'Agreed with Quux about cabin F';
  const createCabinItem = (code: string): ItemBody => ({
    entity: 'cabin',
    action: 'create',
    become: 'pending',
    values: { code, name: 'First' },
  });

  /** Approves a set, with a reason. */
  async function approve(bodies: ItemBody[]) {
    const submitted = await sets.transition(editor, await sets.createWith(editor, bodies), submit);
    return sets.transition(reviewer, submitted, { event: 'approve', reason: REASON });
  }

  test('is shown with its changes only to who may see it, and so is that of a revert', async () => {
    const city = await createCity('REASONA');
    const set = await approve([updateCityItem(city, { name: 'From the set' }), createCabinItem('L')]);
    const ofCities = await service.clientWith('city:read', 'country:read', 'data_log:read', 'data_log:export');
    await ofCities.expectRefusal('getChangeSet', { path: { id: set.id } }, 'notFound');
    const seeing = await service.clientWith(
      ...['city:read', 'country:read', 'cabin:read', 'data_log:read', 'data_log:export'],
    );
    expect(await reasonsFor(seeing, city.id, set.id)).toEqual([REASON]);
    expect(await reasonsFor(ofCities, city.id, set.id)).toEqual([]);

    await sets.release([updateCityItem(await getCity(city.id), { name: 'Since' })]);
    const [item] = await sets.items(set);
    const overwrite = [{ item: item?.id ?? 0, fields: ['/name'] }];
    const { revertId = 0 } = await sets.transition(editor, await sets.get(set.id), { event: 'revert', overwrite });
    const reason = 'Quux has withdrawn';
    await sets.transition(reviewer, await sets.get(revertId), { event: 'approve', reason });
    expect(await reasonsFor(seeing, city.id, revertId)).toEqual([reason]);
    expect(await reasonsFor(ofCities, city.id, revertId)).toEqual([]);
  });

  test('is told apart from that of a rejected record, which everybody sees with the record', async () => {
    const { record } = await editor.ok('createCity', { body: { code: 'REASONB', name: 'City', country: 'CN' } }, 201);
    const rejecting = { ...cityTransitionItem(record, 'reject'), reason: 'No such city' };
    const set = await approve([rejecting, createCabinItem('A')]);
    const ofCities = await service.clientWith('city:read', 'country:read', 'data_log:read', 'data_log:export');
    expect(await reasonsFor(ofCities, record.id, set.id)).toEqual(['No such city']);
  });

  /** Returns the reasons of what a set has done to a city, which have to be the same wherever it is read. */
  async function reasonsFor(client: Client, id: number, changeSetId: number): Promise<string[]> {
    const query = { entity: 'city', recordId: id, changeSetId } as const;
    const { items: logged } = await client.ok('listDataLogs', { query });
    const { items: history } = await client.ok('getCityHistory', { path: { id } });
    const { items: folded } = await client.ok('listFoldedDataLogs', { query: { entity: 'city' } });
    const { recent } = await client.ok('getOverview', {});
    const exported = await client.raw(
      'GET',
      `/dc/api/v1/data-logs/export?format=ndjson&entity=city&recordId=${id}&changeSetId=${changeSetId}`,
    );
    const lines = (await exported.text()).trimEnd().split('\n');
    const single = await Promise.all(
      logged.map(async ({ seq }) => (await client.ok('getDataLog', { path: { seq } })).entry),
    );
    const entriesOf = (items: typeof folded) =>
      items.flatMap(({ entry }) => (entry && entry.entity === 'city' && entry.recordId === id ? [entry] : []));
    const places: { changeSetId?: number; reason?: string }[][] = [
      logged,
      history,
      entriesOf(folded),
      entriesOf(recent),
      lines.map((line) => JSON.parse(line)),
      single,
    ];
    const [reasons = [], ...others] = places.map((entries) => {
      const ofSet = entries.filter((entry) => entry.changeSetId === changeSetId);
      expect(ofSet.length).toBeGreaterThan(0);
      return ofSet.flatMap(({ reason = [] }) => reason);
    });
    for (const other of others) expect(other).toEqual(reasons);
    return reasons;
  }
});

test('the rejection of an import is reported only to who may still see it', async () => {
  const imports = createImportClient(service);
  const [author, former] = [
    await service.clientWith(...AUTHOR_RIGHTS, 'city:import'),
    await service.clientWith(...AUTHOR_RIGHTS, 'city:import'),
  ];
  for (const client of [author, former]) {
    const content = `code,name,country\nIMPORT${client.id},From the file,CN\n`;
    const { id } = await imports.uploadAndStage(client, { entity: 'city', content });
    await imports.apply(client, id);
    if (client === former) await takeRight(former, 'city:import');
    const emails = await emailsDuring(() => imports.decide(reviewer, id, { event: 'reject', reason: 'No' }));
    const isSeen = client === author;
    expect(emails).toEqual(isSeen ? [`workRejected ${client.username}`] : []);
    const { items, total } = await client.ok('listRejections', { query: {} });
    expect([items.map(({ kind }) => kind), total]).toEqual(isSeen ? [['import'], 1] : [[], 0]);
    expect((await client.ok('getOverview')).rejections).toBe(total);
  }
});
