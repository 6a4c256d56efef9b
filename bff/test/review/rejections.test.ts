import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, type CountryWrite, countriesOf } from '../kit/countries.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
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

const at = ({ id }: Pick<Country, 'id'>) => ({ path: { id } });
const noticesOf = async (client: Client, { id }: Country) =>
  (await client.ok('listRejections', { query: { pageSize: 100 } })).items.filter((item) => item.id === id);

async function propose(country: Country, changes: Partial<CountryWrite>) {
  const body = bodyFrom(country, changes);
  return (await editor.ok('updateCountry', { ...at(country), ifMatch: country.version, body }, 202)).proposal;
}
const decide = (country: Country, version: number, decision: 'approve' | 'reject', reason?: string) =>
  reviewer.ok('decideCountryProposal', {
    ...at(country),
    ifMatch: version,
    body: { decision, ...(reason ? { reason } : {}) },
  });

describe('a rejected proposal', () => {
  test('is told to its author on the record, in a list and by mail, and to nobody else', async () => {
    const country = await countries.createActive({ name: 'Before', locales: { 'zh-CN': { name: '之前' } } });
    const proposal = await propose(country, { name: 'After' });
    await sendQueuedEmails(service);
    await decide(country, proposal.version, 'reject', 'Not its name');

    const { rejection } = await editor.ok('getCountry', at(country));
    expect(rejection).toMatchObject({
      kind: 'proposal',
      by: 'reviewer',
      reason: 'Not its name',
      proposal: proposal.id,
    });
    expect((await reviewer.ok('getCountry', at(country))).rejection).toBeUndefined();
    expect(await noticesOf(editor, country)).toMatchObject([
      { kind: 'proposal', action: 'update', code: country.code, by: 'reviewer', notice: rejection?.notice },
    ]);
    expect(await noticesOf(reviewer, country)).toEqual([]);
    const [mail, ...others] = await sendQueuedEmails(service);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: 'editor@gazetteer.example',
      subject: `已驳回：${country.code} 之前`,
      link: `${service.url}/country?id=${country.id}`,
    });
    expect(mail?.text).toContain('reviewer 驳回了您提交的修改');
    expect(mail?.text).toContain('理由：Not its name');
  });

  test('stays in the history of its record with who decided, why, and the difference', async () => {
    const country = await countries.createActive({ name: 'Before' });
    const rejected = await propose(country, { name: 'After' });
    await decide(country, rejected.version, 'reject', 'Not its name');
    const approved = await propose(country, { symbol: '¤' });
    await decide(country, approved.version, 'approve');
    const withdrawn = await propose(await countries.get(country.id), { name: 'Never' });
    await editor.ok('withdrawCountryProposal', { ...at(country), ifMatch: withdrawn.version });

    const { items, proposals } = await reviewer.ok('getCountryHistory', at(country));
    expect(items[0]).toMatchObject({ action: 'update', actor: 'reviewer', proposer: 'editor' });
    expect(proposals).toMatchObject([
      { changes: ['/name'], by: 'editor', decision: { outcome: 'withdrawn', by: 'editor' } },
      {
        id: rejected.id,
        by: 'editor',
        changes: ['/name'],
        base: { name: 'Before' },
        after: { name: 'After' },
        decision: { outcome: 'rejected', by: 'reviewer', reason: 'Not its name' },
      },
    ]);
    // each stands on the page of the changes that it came between
    const first = await reviewer.ok('getCountryHistory', { ...at(country), query: { limit: 1 } });
    expect(first.proposals.map(({ id }) => id)).toEqual([withdrawn.id]);
    const rest = await reviewer.ok('getCountryHistory', { ...at(country), query: { cursor: first.nextCursor ?? '' } });
    expect(rest.proposals.map(({ id }) => id)).toEqual([rejected.id]);

    const read = await editor.ok('getCountryProposal', { ...at(country), query: { decided: rejected.id } });
    expect(read.proposal).toMatchObject({ id: rejected.id, after: { name: 'After' } });
    const other = await countries.createActive();
    const elsewhere = { ...at(other), query: { decided: rejected.id } };
    await editor.expectRefusal('getCountryProposal', elsewhere, 'notFound');
  });

  test('is dismissed by its author alone, and by proposing again', async () => {
    const country = await countries.createActive();
    const { version } = await propose(country, { name: 'One' });
    await decide(country, version, 'reject', 'No');
    const [notice] = await noticesOf(editor, country);
    const path = { id: notice?.notice ?? 0 };
    const before = (await editor.ok('getOverview')).rejections;
    await reviewer.expectRefusal('dismissRejection', { path }, 'notFound');
    await editor.ok('dismissRejection', { path });
    expect(await noticesOf(editor, country)).toEqual([]);
    expect((await editor.ok('getCountry', at(country))).rejection).toBeUndefined();
    expect((await editor.ok('getOverview')).rejections).toBe(before - 1);

    const second = await propose(country, { name: 'Two' });
    await decide(country, second.version, 'reject', 'No');
    expect(await noticesOf(editor, country)).toHaveLength(1);
    await propose(country, { name: 'Three' });
    expect(await noticesOf(editor, country)).toEqual([]);
  });

  test('is told in the language that its author last used', async () => {
    const country = await countries.createActive({ name: 'Before' });
    const { version } = await propose(country, { name: 'After' });
    await editor.ok('getProfile', { headers: { 'Accept-Language': 'en' } });
    await sendQueuedEmails(service);
    await decide(country, version, 'reject', 'Not so');
    expect(await sendQueuedEmails(service)).toMatchObject([{ subject: `Rejected: ${country.code} Before` }]);
    await editor.ok('getProfile', { headers: { 'Accept-Language': 'zh-CN' } });
  });
});

test('a rejected record says to everybody who rejected it and why; its writers are told until it is submitted again', async () => {
  const country = await countries.createRejected();
  const { rejection } = await (await service.as('viewer')).ok('getCountry', at(country));
  expect(rejection).toMatchObject({ kind: 'record', by: 'reviewer', reason: 'not so' });
  expect(rejection?.notice).toBeUndefined();
  expect(await noticesOf(editor, country)).toMatchObject([{ kind: 'record', by: 'reviewer', reason: 'not so' }]);
  await countries.transition(country, 'resubmit');
  expect(await noticesOf(editor, country)).toEqual([]);
  expect((await editor.ok('getCountry', at(country))).rejection).toBeUndefined();
});

test('nothing is told of a kind that one may not read any more, nor of a record that is gone', async () => {
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
  expect(await noticesOf(viewer, country)).toHaveLength(1);
  const { version } = await countries.get(country.id);
  await editor.ok('deleteCountry', { ...at(country), ifMatch: version });
  expect(await noticesOf(viewer, country)).toEqual([]);
  expect(await noticesOf(editor, country)).toEqual([]);
});
