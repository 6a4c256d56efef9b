import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, type CountryWrite, createCountryClient } from '../kit/countries.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
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

const pathOf = ({ id }: Pick<Country, 'id'>) => ({ path: { id } });
const listNotices = async (client: Client, { id }: Country) =>
  (await client.ok('listRejections', { query: { pageSize: 100 } })).items.filter((item) => item.id === id);

async function propose(country: Country, changes: Partial<CountryWrite>) {
  const body = bodyFrom(country, changes);
  return (await editor.ok('updateCountry', { ...pathOf(country), ifMatch: country.version, body }, 202)).proposal;
}
const decide = (country: Country, version: number, decision: 'approve' | 'reject', reason?: string) =>
  reviewer.ok('decideCountryProposal', {
    ...pathOf(country),
    ifMatch: version,
    body: { decision, ...(reason ? { reason } : {}) },
  });

describe('a rejected proposal', () => {
  test('is reported only to its author, with the record, in the list and by email', async () => {
    const country = await countries.createActive({ name: 'Before', locales: { 'zh-CN': { name: '之前' } } });
    const proposal = await propose(country, { name: 'After' });
    await sendQueuedEmails(service);
    await decide(country, proposal.version, 'reject', 'Not its name');

    const { rejection } = await editor.ok('getCountry', pathOf(country));
    expect(rejection).toMatchObject({
      kind: 'proposal',
      by: 'reviewer',
      reason: 'Not its name',
      proposal: proposal.id,
    });
    expect((await reviewer.ok('getCountry', pathOf(country))).rejection).toBeUndefined();
    expect(await listNotices(editor, country)).toMatchObject([
      { kind: 'proposal', action: 'update', code: country.code, by: 'reviewer', notice: rejection?.notice },
    ]);
    expect(await listNotices(reviewer, country)).toEqual([]);
    const [mail, ...otherEmails] = await sendQueuedEmails(service);
    expect(otherEmails).toEqual([]);
    expect(mail).toMatchObject({
      to: 'editor@gazetteer.example',
      subject: `已驳回：${country.code} 之前`,
      link: `${service.url}/country?id=${country.id}`,
    });
    expect(mail?.text).toContain('reviewer 驳回了你提交的修改');
    expect(mail?.text).toContain('原因：Not its name');
  });

  test('is in the history of its record with the reviewer, the reason and the changes', async () => {
    const country = await countries.createActive({ name: 'Before' });
    const rejectedProposal = await propose(country, { name: 'After' });
    await decide(country, rejectedProposal.version, 'reject', 'Not its name');
    const approvedProposal = await propose(country, { symbol: '¤' });
    await decide(country, approvedProposal.version, 'approve');
    const withdrawnProposal = await propose(await countries.get(country.id), { name: 'Never' });
    await editor.ok('withdrawCountryProposal', { ...pathOf(country), ifMatch: withdrawnProposal.version });

    const { items, proposals } = await reviewer.ok('getCountryHistory', pathOf(country));
    expect(items[0]).toMatchObject({ action: 'update', actor: 'reviewer', proposer: 'editor' });
    expect(proposals).toMatchObject([
      { changes: ['/name'], by: 'editor', decision: { outcome: 'withdrawn', by: 'editor' } },
      {
        id: rejectedProposal.id,
        by: 'editor',
        changes: ['/name'],
        base: { name: 'Before' },
        after: { name: 'After' },
        decision: { outcome: 'rejected', by: 'reviewer', reason: 'Not its name' },
      },
    ]);
    // A proposal is on the page whose changes surround its decision.
    const newestPage = await reviewer.ok('getCountryHistory', { ...pathOf(country), query: { limit: 1 } });
    expect(newestPage.proposals.map(({ id }) => id)).toEqual([withdrawnProposal.id]);
    const olderPage = await reviewer.ok('getCountryHistory', {
      ...pathOf(country),
      query: { cursor: newestPage.nextCursor ?? '' },
    });
    expect(olderPage.proposals.map(({ id }) => id)).toEqual([rejectedProposal.id]);

    const decidedProposal = await editor.ok('getCountryProposal', {
      ...pathOf(country),
      query: { decided: rejectedProposal.id },
    });
    expect(decidedProposal.proposal).toMatchObject({ id: rejectedProposal.id, after: { name: 'After' } });
    const otherCountry = await countries.createActive();
    const otherParts = { ...pathOf(otherCountry), query: { decided: rejectedProposal.id } };
    await editor.expectRefusal('getCountryProposal', otherParts, 'notFound');
  });

  test('is dismissed by its author or by a new proposal, but not by other users', async () => {
    const country = await countries.createActive();
    const { version } = await propose(country, { name: 'One' });
    await decide(country, version, 'reject', 'No');
    const [notice] = await listNotices(editor, country);
    const path = { id: notice?.notice ?? 0 };
    const rejectionsBefore = (await editor.ok('getOverview')).rejections;
    await reviewer.expectRefusal('dismissRejection', { path }, 'notFound');
    await editor.ok('dismissRejection', { path });
    expect(await listNotices(editor, country)).toEqual([]);
    expect((await editor.ok('getCountry', pathOf(country))).rejection).toBeUndefined();
    expect((await editor.ok('getOverview')).rejections).toBe(rejectionsBefore - 1);

    const secondProposal = await propose(country, { name: 'Two' });
    await decide(country, secondProposal.version, 'reject', 'No');
    expect(await listNotices(editor, country)).toHaveLength(1);
    await propose(country, { name: 'Three' });
    expect(await listNotices(editor, country)).toEqual([]);
  });

  test('is emailed in the language that its author last used', async () => {
    const country = await countries.createActive({ name: 'Before' });
    const { version } = await propose(country, { name: 'After' });
    await editor.ok('getProfile', { headers: { 'Accept-Language': 'en' } });
    await sendQueuedEmails(service);
    await decide(country, version, 'reject', 'Not so');
    expect(await sendQueuedEmails(service)).toMatchObject([{ subject: `Rejected: ${country.code} Before` }]);
    await editor.ok('getProfile', { headers: { 'Accept-Language': 'zh-CN' } });
  });
});

test('a rejected record shows the reviewer and the reason to everybody, and is listed for its authors until it is resubmitted', async () => {
  const country = await countries.createRejected();
  const { rejection } = await (await service.as('viewer')).ok('getCountry', pathOf(country));
  expect(rejection).toMatchObject({ kind: 'record', by: 'reviewer', reason: 'not so' });
  expect(rejection?.notice).toBeUndefined();
  expect(await listNotices(editor, country)).toMatchObject([{ kind: 'record', by: 'reviewer', reason: 'not so' }]);
  await countries.transition(country, 'resubmit');
  expect(await listNotices(editor, country)).toEqual([]);
  expect((await editor.ok('getCountry', pathOf(country))).rejection).toBeUndefined();
});

test('the notice of a rejection disappears with its record', async () => {
  const country = await countries.createRejected();
  await service.db('review_notice').insert({
    user_id: await service
      .db('user')
      .where('username', 'viewer')
      .first('id')
      .then(({ id }) => id),
    entity: 'country',
    record_id: country.id,
    kind: 'record',
    decided_by: 'reviewer',
    time: new Date(),
  });
  const viewer = await service.as('viewer');
  expect(await listNotices(viewer, country)).toHaveLength(1);
  const { version } = await countries.get(country.id);
  await editor.ok('deleteCountry', { ...pathOf(country), ifMatch: version });
  expect(await listNotices(viewer, country)).toEqual([]);
  expect(await listNotices(editor, country)).toEqual([]);
});

test('notices are counted and listed page by page, without those of work that is gone or that the user may not read', async () => {
  const client = await service.clientWith('country:read');
  const notice = { kind: 'record', decided_by: 'reviewer', time: new Date() };
  const { db } = service;
  const ids: number[] = await db('country').orderBy('id').limit(3).pluck('id');
  const { id: cityId } = await db('city').first('id');
  const rows = [
    ...[...ids, 4_000_000].map((record_id) => ({ ...notice, entity: 'country', record_id })),
    { ...notice, entity: 'city', record_id: cityId },
    { ...notice, entity: 'country', record_id: 4_000_000, kind: 'import' },
  ];
  const { id: user_id } = client;
  await db('review_notice').insert(rows.map((row) => ({ ...row, user_id })));
  const [first, second] = [
    await client.ok('listRejections', { query: { page: 1, pageSize: 10 } }),
    await client.ok('listRejections', { query: { page: 2, pageSize: 10 } }),
  ];
  expect(first.items.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect([first.total, second.total, second.items]).toEqual([3, 3, []]);
  expect((await client.ok('getOverview')).rejections).toBe(3);
  expect((await client.ok('getWorklist', { query: {} })).rejections).toBe(3);
});
