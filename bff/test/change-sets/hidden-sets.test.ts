import { describe, expect, test } from 'vitest';
import { createImportClient } from '../imports/import-client.ts';
import type { Client } from '../kit/client.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import { cityTransitionItem, createCityItem, setUpChangeSets, updateCityItem, valuesOf } from './change-set-client.ts';

const sets = await setUpChangeSets();
const { service, editor, reviewer, createCity } = sets;
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
