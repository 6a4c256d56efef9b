import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, type CountryWrite, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let editor: Client;
let admin: Client;
let reviewer: Client;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  [editor, admin, reviewer] = [await service.as('editor'), await service.as('admin'), await service.as('reviewer')];
});
afterAll(() => service.stop());

const propose = async (client: Client, country: Country, changes: Partial<CountryWrite>) =>
  client.ok(
    'updateCountry',
    { path: { id: country.id }, ifMatch: country.version, body: bodyFrom(country, changes) },
    202,
  );
const decisionParts = ({ id }: Country, decision: 'approve' | 'reject', reason?: string) => ({
  path: { id },
  ifMatch: 1,
  body: { decision, ...(reason ? { reason } : {}) },
});

test('approving applies the change on behalf of its author, and the history names the author and the reviewer', async () => {
  const country = await countries.createActive();
  await propose(editor, country, { name: 'Better', symbol: '¤' });
  const { record } = await reviewer.ok('decideCountryProposal', decisionParts(country, 'approve', 'good catch'));
  const { version, updateTime } = record ?? {};
  expect(version).toBe(country.version + 1);
  expect(record).toEqual({ ...country, name: 'Better', symbol: '¤', version, updateTime, updatedBy: 'editor' });
  expect(await countries.get(country.id)).toEqual(record);
  const { items } = await reviewer.ok('getCountryHistory', { path: { id: country.id } });
  const entry = { action: 'update', actor: 'reviewer', proposer: 'editor', reason: 'good catch', before: country };
  expect(items[0]).toMatchObject({ ...entry, after: record });
  await reviewer.expectRefusal('decideCountryProposal', decisionParts(country, 'approve'), 'notFound');
});

test('rejecting requires a reason and leaves the record unchanged', async () => {
  const country = await countries.createActive();
  await propose(editor, country, { name: 'Worse' });
  const { fields } = await reviewer.expectRefusal(
    'decideCountryProposal',
    decisionParts(country, 'reject'),
    'validationError',
  );
  expect(fields).toMatchObject([{ pointer: '/reason', rule: 'reasonRequired', message: '请写明原因' }]);
  const { record } = await reviewer.ok('decideCountryProposal', decisionParts(country, 'reject', 'no'));
  expect(record).toEqual(country);
  await reviewer.expectRefusal('getCountryProposal', { path: { id: country.id } }, 'notFound');
  const [row] = await service.db('proposal').where({ entity: 'country', record_id: country.id });
  expect(row).toMatchObject({ open: null, outcome: 'rejected', decided_by: 'reviewer', reason: 'no' });
});

test.each<[string, (country: Country) => Promise<unknown>]>([
  ['an update', (country) => propose(admin, country, { name: 'Mine' })],
  ['a deletion', ({ id, version }) => admin.ok('deleteCountry', { path: { id }, ifMatch: version }, 202)],
  [
    'a restore',
    ({ id, version }) => admin.ok('restoreCountry', { path: { id }, ifMatch: version, body: { version: 1 } }, 202),
  ],
])('the author of %s may not decide on it, even with the permission to review', async (_, createProposal) => {
  const pendingCountry = await countries.createPending();
  const updateParts = {
    path: { id: pendingCountry.id },
    ifMatch: 1,
    body: bodyFrom(pendingCountry, { name: 'Second' }),
  };
  const { record } = await editor.ok('updateCountry', updateParts);
  const country = await countries.transition(await countries.transition(record, 'approve'), 'activate');
  await createProposal(country);
  for (const decision of ['approve', 'reject'] as const) {
    await admin.expectRefusal('decideCountryProposal', decisionParts(country, decision, 'because'), 'secondPerson');
  }
  expect(await countries.get(country.id)).toEqual(country);
});

test('a decision on a replaced version of a proposal is refused', async () => {
  const country = await countries.createActive();
  await propose(editor, country, { name: 'One' });
  const { proposal } = await propose(editor, country, { name: 'Two' });
  const staleRefusal = await reviewer.expectRefusal(
    'decideCountryProposal',
    decisionParts(country, 'approve'),
    'versionConflict',
  );
  expect(staleRefusal.current).toEqual(proposal);
  await reviewer.expectRefusal(
    'decideCountryProposal',
    { ...decisionParts(country, 'approve'), ifMatch: undefined },
    'preconditionRequired',
  );
});

test('approving a deletion deletes the record, and its history is still available', async () => {
  const country = await countries.createActive();
  await editor.ok('deleteCountry', { path: { id: country.id }, ifMatch: country.version }, 202);
  const answer = await reviewer.ok('decideCountryProposal', decisionParts(country, 'approve'));
  expect(answer).toEqual({ record: null, labels: {} });
  await reviewer.expectRefusal('getCountry', { path: { id: country.id } }, 'notFound');
  const { items } = await reviewer.ok('getCountryHistory', { path: { id: country.id } });
  expect(items[0]).toMatchObject({ action: 'delete', proposer: 'editor', before: country, after: null });
});

describe('a change since the proposal', () => {
  /** Changes the record directly, as is possible without review, and leaves the proposal open. */
  async function changeDirectly(country: Country, columns: Record<string, unknown>) {
    await service
      .db('country')
      .where('id', country.id)
      .update({ ...columns, version: country.version + 1 });
  }

  test('to other fields is preserved', async () => {
    const country = await countries.createActive({ locales: { en: { name: 'Old' }, fr: { name: 'Vieux' } } });
    await propose(editor, country, { name: 'Proposed', locales: { en: { name: 'New' }, fr: { name: 'Vieux' } } });
    const locales = { en: { name: 'Old' }, fr: { name: 'Neuf' }, de: { name: 'Neu' } };
    await changeDirectly(country, { symbol: '¤', locales: JSON.stringify(locales) });
    const { record } = await reviewer.ok('decideCountryProposal', decisionParts(country, 'approve'));
    expect(record).toMatchObject({ name: 'Proposed', symbol: '¤', version: country.version + 2 });
    expect(record?.locales).toEqual({ en: { name: 'New' }, fr: { name: 'Neuf' }, de: { name: 'Neu' } });
  });

  test('to the same field is a conflict, which is answered with the current record', async () => {
    const country = await countries.createActive();
    await propose(editor, country, { name: 'Proposed', symbol: '¤' });
    await changeDirectly(country, { name: 'Meanwhile' });
    const { current } = await reviewer.expectRefusal(
      'decideCountryProposal',
      decisionParts(country, 'approve'),
      'versionConflict',
    );
    expect(current).toMatchObject({ name: 'Meanwhile', symbol: null, version: country.version + 1 });
    expect((await reviewer.ok('getCountryProposal', { path: { id: country.id } })).proposal.version).toBe(1);
  });

  test('to the same language is a conflict', async () => {
    const country = await countries.createActive({ locales: { en: { name: 'Old' } } });
    await propose(editor, country, { locales: { en: { name: 'Proposed' } } });
    await changeDirectly(country, { locales: JSON.stringify({ en: { name: 'Meanwhile' } }) });
    await reviewer.expectRefusal('decideCountryProposal', decisionParts(country, 'approve'), 'versionConflict');
    expect((await countries.get(country.id)).locales).toEqual({ en: { name: 'Meanwhile' } });
  });

  test('that takes the proposed code makes the approval fail and leaves the proposal open', async () => {
    const country = await countries.createActive();
    const code = await countries.freeCode();
    await propose(editor, country, { code });
    await countries.createPending({ code });
    const refusal = await reviewer.expectRefusal(
      'decideCountryProposal',
      decisionParts(country, 'approve'),
      'duplicateCode',
    );
    expect(refusal.message).toBe('国家代码已存在');
    expect((await reviewer.ok('getCountryProposal', { path: { id: country.id } })).proposal.version).toBe(1);
    expect(await countries.get(country.id)).toEqual(country);
  });

  test('that clears a field required for approval makes the approval fail', async () => {
    const country = await countries.createActive();
    await propose(editor, country, { name: 'Proposed' });
    await changeDirectly(country, { alpha3_code: null });
    const { fields } = await reviewer.expectRefusal(
      'decideCountryProposal',
      decisionParts(country, 'approve'),
      'validationError',
    );
    expect(fields).toMatchObject([{ pointer: '/alpha3Code', rule: 'requiredToApprove' }]);
  });
});

test('only one of two simultaneous decisions succeeds', async () => {
  const country = await countries.createActive();
  await propose(editor, country, { name: 'Proposed' });
  const replies = await Promise.all(
    [reviewer, admin].map((client) => client.call('decideCountryProposal', decisionParts(country, 'approve'))),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await countries.get(country.id)).version).toBe(country.version + 1);
});
