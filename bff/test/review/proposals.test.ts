import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, type CountryWrite, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof createCountryClient>;
let editor: Client;
let otherEditor: Client;
let reviewer: Client;

beforeAll(async () => {
  service = await startService();
  countries = createCountryClient(service);
  [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
  otherEditor = await service.clientWith('country:read', 'country:update', 'country:delete');
});
afterAll(() => service.stop());

const updateParts = (country: Country, changes: Partial<CountryWrite>) => ({
  path: { id: country.id },
  ifMatch: country.version,
  body: bodyFrom(country, changes),
});
const pathOf = ({ id }: Country) => ({ path: { id } });
const readLog = ({ id }: Country) => service.db('data_log').where({ entity: 'country', record_id: id });

describe('a PUT on an approved, active or inactive record', () => {
  test.each([
    'approved',
    'active',
    'inactive',
  ] as const)('on %s opens a proposal and leaves the record unchanged', async (status) => {
    const country = await countries.createInStatus[status]();
    const { record, proposal } = await editor.ok('updateCountry', updateParts(country, { name: 'Proposed' }), 202);
    expect(record).toEqual(country);
    expect(proposal).toMatchObject({ action: 'update', baseVersion: country.version, version: 1, by: 'editor' });
    expect(proposal).toMatchObject({ changes: ['/name'], after: bodyFrom(country, { name: 'Proposed' }) });
    expect(await countries.get(country.id)).toEqual(country);
    expect(await readLog(country)).toHaveLength(country.version);
    const reply = await reviewer.call('getCountryProposal', pathOf(country));
    expect(reply).toMatchObject({ status: 200, data: { proposal, ownWork: false } });
    expect(reply.headers.get('ETag')).toBe('"1"');
    expect(await editor.ok('getCountryProposal', pathOf(country))).toMatchObject({ ownWork: true });
  });

  test('with the current values withdraws the author’s own proposal, but not the proposal of another user', async () => {
    const country = await countries.createActive();
    await editor.ok('updateCountry', updateParts(country, { name: 'One' }), 202);
    expect(await otherEditor.ok('updateCountry', updateParts(country, {}))).toMatchObject({ record: country });
    await editor.ok('getCountryProposal', pathOf(country));
    expect(await editor.ok('updateCountry', updateParts(country, {}))).toMatchObject({ record: country });
    await editor.expectRefusal('getCountryProposal', pathOf(country), 'notFound');
    expect(await readLog(country)).toHaveLength(country.version);
  });

  test('by the author of the open proposal replaces it with its next version', async () => {
    const country = await countries.createActive();
    const { proposal } = await editor.ok('updateCountry', updateParts(country, { name: 'One' }), 202);
    const replacement = await editor.ok('updateCountry', updateParts(country, { symbol: '¤' }), 202);
    expect(replacement.proposal).toMatchObject({ id: proposal.id, version: 2, changes: ['/symbol'] });
    const { proposals } = await reviewer.ok('listCountries', { query: { code: country.code } });
    expect(proposals).toMatchObject([{ id: country.id, action: 'update', by: 'editor' }]);
  });

  describe('with the version of the own proposal that was seen', () => {
    const seen = (proposalVersion: number) => ({ query: { proposalVersion } });

    test('replaces that one, but not another, which the refusal returns', async () => {
      const country = await countries.createActive();
      const firstParts = { ...updateParts(country, { name: 'First tab' }), ...seen(0) };
      await editor.ok('updateCountry', firstParts, 202);
      const secondParts = updateParts(country, { symbol: '¤' });
      const refusal = await editor.expectRefusal('updateCountry', { ...secondParts, ...seen(0) }, 'proposalChanged');
      const { proposal } = await editor.ok('getCountryProposal', pathOf(country));
      expect(refusal.current).toEqual(proposal);
      expect(proposal).toMatchObject({ version: 1, changes: ['/name'] });
      const replacement = await editor.ok('updateCountry', { ...secondParts, ...seen(1) }, 202);
      expect(replacement.proposal).toMatchObject({ version: 2, changes: ['/symbol'] });
    });

    test('neither replaces it by a deletion or an earlier version, nor withdraws it, if it is another', async () => {
      const country = await countries.createActive();
      const parts = { ...pathOf(country), ifMatch: country.version };
      await editor.ok('updateCountry', updateParts(country, { name: 'First tab' }), 202);
      await editor.expectRefusal('deleteCountry', { ...parts, ...seen(0) }, 'proposalChanged');
      await editor.expectRefusal('updateCountry', { ...updateParts(country, {}), ...seen(0) }, 'proposalChanged');
      const restoreParts = { ...parts, body: { version: 1 }, ...seen(0) };
      await editor.expectRefusal('restoreCountry', restoreParts, 'proposalChanged');
      await editor.ok('deleteCountry', { ...parts, ...seen(1) }, 202);
      const refusal = await editor.expectRefusal(
        'updateCountry',
        { ...updateParts(country, { name: 'Kept' }), ...seen(1) },
        'proposalChanged',
      );
      expect(refusal.current).toMatchObject({ action: 'delete', version: 2 });
    });

    test('returns the record if the proposal has been rejected or withdrawn', async () => {
      const country = await countries.createActive();
      await editor.ok('updateCountry', updateParts(country, { name: 'One' }), 202);
      await reviewer.ok('withdrawCountryProposal', { ...pathOf(country), ifMatch: 1 });
      const parts = updateParts(country, { name: 'Two' });
      const refusal = await editor.expectRefusal('updateCountry', { ...parts, ...seen(1) }, 'proposalChanged');
      expect(refusal.current).toEqual(country);
      await editor.ok('updateCountry', { ...parts, ...seen(0) }, 202);
    });

    test('is refused for a deleted record, which has no proposal', async () => {
      const country = await countries.createPending();
      const { version } = await editor.ok('deleteCountry', { ...pathOf(country), ifMatch: country.version });
      const parts = { ...pathOf(country), body: { version } };
      await editor.expectRefusal('restoreCountry', { ...parts, ...seen(1) }, 'proposalChanged');
      expect(await editor.ok('restoreCountry', { ...parts, ...seen(0) })).toMatchObject({ record: { id: country.id } });
    });

    test('is refused as without it while the proposal of another user is open', async () => {
      const country = await countries.createActive();
      await otherEditor.ok('updateCountry', updateParts(country, { name: 'Theirs' }), 202);
      const parts = updateParts(country, { name: 'Mine' });
      await editor.expectRefusal('updateCountry', { ...parts, ...seen(0) }, 'proposalOpen');
      await editor.expectRefusal('updateCountry', { ...parts, ...seen(3) }, 'proposalOpen');
    });
  });

  test('by another user is refused while a proposal is open, and names its author', async () => {
    const country = await countries.createActive();
    await editor.ok('updateCountry', updateParts(country, { name: 'Mine' }), 202);
    const refusal = await otherEditor.expectRefusal(
      'updateCountry',
      updateParts(country, { name: 'Theirs' }),
      'proposalOpen',
    );
    expect(refusal.message).toBe('editor 的修改正在审核');
    const deletionParts = { ...pathOf(country), ifMatch: country.version };
    const englishHeaders = { 'Accept-Language': 'en-GB' };
    const englishRefusal = await otherEditor.expectRefusal(
      'deleteCountry',
      { ...deletionParts, headers: englishHeaders },
      'proposalOpen',
    );
    expect(englishRefusal.message).toBe('A change by editor is in review');
    expect((await editor.ok('getCountryProposal', pathOf(country))).proposal.version).toBe(1);
  });

  test('with an existing code is refused at once', async () => {
    const country = await countries.createActive();
    await editor.expectRefusal('updateCountry', updateParts(country, { code: 'CN' }), 'duplicateCode');
    await editor.expectRefusal('getCountryProposal', pathOf(country), 'notFound');
  });

  test('opens one proposal if several users send one at the same time', async () => {
    const country = await countries.createActive();
    const clients = [editor, otherEditor, await service.as('admin')];
    const replies = await Promise.all(
      clients.map((client, index) => client.call('updateCountry', updateParts(country, { name: `By ${index}` }))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  });
});

test('reading, withdrawing or deciding a proposal is answered 404 if there is none', async () => {
  const country = await countries.createActive();
  await editor.expectRefusal('getCountryProposal', pathOf(country), 'notFound');
  await editor.expectRefusal('withdrawCountryProposal', { ...pathOf(country), ifMatch: 1 }, 'notFound');
  const body = { decision: 'approve' as const };
  await reviewer.expectRefusal('decideCountryProposal', { ...pathOf(country), ifMatch: 1, body }, 'notFound');
});

describe('withdrawing', () => {
  const openProposal = async () => {
    const country = await countries.createActive();
    const { proposal } = await editor.ok('updateCountry', updateParts(country, { name: 'Proposed' }), 202);
    return { country, proposal };
  };

  test.each(['author', 'reviewer'] as const)('is allowed to the %s', async (role) => {
    const { country } = await openProposal();
    const client = role === 'author' ? editor : reviewer;
    await client.expectRefusal('withdrawCountryProposal', pathOf(country), 'preconditionRequired');
    await client.ok('withdrawCountryProposal', { ...pathOf(country), ifMatch: 1 });
    await client.expectRefusal('getCountryProposal', pathOf(country), 'notFound');
    expect(await countries.get(country.id)).toEqual(country);
  });

  test('makes its version invalid for later proposals', async () => {
    const { country } = await openProposal();
    await editor.ok('withdrawCountryProposal', { ...pathOf(country), ifMatch: 1 });
    const { proposal } = await editor.ok('updateCountry', updateParts(country, { name: 'Another' }), 202);
    const body = { decision: 'approve' as const };
    const refusal = await reviewer.expectRefusal(
      'decideCountryProposal',
      { ...pathOf(country), ifMatch: 1, body },
      'versionConflict',
    );
    expect(refusal.current).toEqual(proposal);
  });

  test('is refused to other users without revealing the proposal', async () => {
    const { country } = await openProposal();
    const countryWithoutProposal = await countries.createActive();
    const userWithoutPermissions = await service.clientWith();
    for (const [client, missingPermission] of [
      [otherEditor, 'country:review'],
      [userWithoutPermissions, 'country:read'],
    ] as const) {
      for (const ifMatch of [1, 9, undefined]) {
        const refusal = await client.expectRefusal(
          'withdrawCountryProposal',
          { ...pathOf(country), ifMatch },
          'forbidden',
        );
        expect(refusal).toMatchObject({ permission: missingPermission });
        expect(refusal.current).toBeUndefined();
      }
    }
    await userWithoutPermissions.expectRefusal(
      'withdrawCountryProposal',
      { ...pathOf(countryWithoutProposal), ifMatch: 1 },
      'forbidden',
    );
  });

  test('of a replaced version is refused, and answered with the current version', async () => {
    const { country } = await openProposal();
    const { proposal } = await editor.ok('updateCountry', updateParts(country, { name: 'Again' }), 202);
    const staleRefusal = await reviewer.expectRefusal(
      'withdrawCountryProposal',
      { ...pathOf(country), ifMatch: 1 },
      'versionConflict',
    );
    expect(staleRefusal.current).toEqual(proposal);
  });
});

describe('deleting', () => {
  test('an active record opens a proposal', async () => {
    const country = await countries.createActive();
    const deletionParts = { ...pathOf(country), ifMatch: country.version };
    const { record, proposal } = await editor.ok('deleteCountry', deletionParts, 202);
    expect(record).toEqual(country);
    expect(proposal).toMatchObject({ action: 'delete', changes: [] });
    expect(proposal).not.toHaveProperty('after');
    expect(await countries.get(country.id)).toEqual(country);
  });

  test.each([
    'pending',
    'rejected',
    'approved',
    'inactive',
  ] as const)('a record that is %s deletes it at once', async (status) => {
    const country = await countries.createInStatus[status]();
    const answer = await editor.ok('deleteCountry', { ...pathOf(country), ifMatch: country.version });
    expect(answer).toEqual({ id: country.id, version: country.version });
    await editor.expectRefusal('getCountry', pathOf(country), 'notFound');
  });

  test.each(['approved', 'inactive'] as const)('a record that is %s closes its open proposal', async (status) => {
    const country = await countries.createInStatus[status]();
    await editor.ok('updateCountry', updateParts(country, { name: 'Proposed' }), 202);
    await otherEditor.ok('deleteCountry', { ...pathOf(country), ifMatch: country.version });
    const [row] = await service.db('proposal').where({ entity: 'country', record_id: country.id });
    expect(row).toMatchObject({ open: null, outcome: 'closed' });
    await editor.expectRefusal('getCountryProposal', pathOf(country), 'notFound');
  });
});

test('a transition leaves the proposal open', async () => {
  const country = await countries.createActive();
  const { proposal } = await editor.ok('updateCountry', updateParts(country, { name: 'Proposed' }), 202);
  const inactiveCountry = await countries.transition(country, 'deactivate');
  await countries.transition(inactiveCountry, 'activate');
  expect((await reviewer.ok('getCountryProposal', pathOf(country))).proposal).toEqual(proposal);
});
