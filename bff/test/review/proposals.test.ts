import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { bodyFrom, type Country, type CountryWrite, countriesOf } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let countries: ReturnType<typeof countriesOf>;
let editor: Client;
let other: Client;
let reviewer: Client;

beforeAll(async () => {
  service = await startService();
  countries = countriesOf(service);
  [editor, reviewer] = [await service.as('editor'), await service.as('reviewer')];
  other = await service.clientWith('country:read', 'country:update', 'country:delete');
});
afterAll(() => service.stop());

const put = (country: Country, changes: Partial<CountryWrite>) => ({
  path: { id: country.id },
  ifMatch: country.version,
  body: bodyFrom(country, changes),
});
const at = ({ id }: Country) => ({ path: { id } });
const logOf = ({ id }: Country) => service.db('data_log').where({ entity: 'country', record_id: id });

describe('a PUT on what is approved, active or inactive', () => {
  test.each(['approved', 'active', 'inactive'] as const)('proposes on %s and leaves the record', async (status) => {
    const country = await countries.createInStatus[status]();
    const { record, proposal } = await editor.ok('updateCountry', put(country, { name: 'Proposed' }), 202);
    expect(record).toEqual(country);
    expect(proposal).toMatchObject({ action: 'update', baseVersion: country.version, version: 1, by: 'editor' });
    expect(proposal).toMatchObject({ changes: ['/name'], after: bodyFrom(country, { name: 'Proposed' }) });
    expect(await countries.get(country.id)).toEqual(country);
    expect(await logOf(country)).toHaveLength(country.version);
    const got = await reviewer.call('getCountryProposal', at(country));
    expect(got).toMatchObject({ status: 200, data: { proposal, ownWork: false } });
    expect(got.headers.get('ETag')).toBe('"1"');
    expect(await editor.ok('getCountryProposal', at(country))).toMatchObject({ ownWork: true });
  });

  test('back to what is live takes the author’s own proposal back, and nobody else’s', async () => {
    const country = await countries.createActive();
    await editor.ok('updateCountry', put(country, { name: 'One' }), 202);
    expect(await other.ok('updateCountry', put(country, {}))).toMatchObject({ record: country });
    await editor.ok('getCountryProposal', at(country));
    expect(await editor.ok('updateCountry', put(country, {}))).toMatchObject({ record: country });
    await editor.expectRefusal('getCountryProposal', at(country), 'notFound');
    expect(await logOf(country)).toHaveLength(country.version);
  });

  test('again by its author replaces it, with the next version', async () => {
    const country = await countries.createActive();
    const { proposal } = await editor.ok('updateCountry', put(country, { name: 'One' }), 202);
    const again = await editor.ok('updateCountry', put(country, { symbol: '¤' }), 202);
    expect(again.proposal).toMatchObject({ id: proposal.id, version: 2, changes: ['/symbol'] });
    const { proposals } = await reviewer.ok('listCountries', { query: { code: country.code } });
    expect(proposals).toMatchObject([{ id: country.id, action: 'update', by: 'editor' }]);
  });

  test('by another is refused while one is open, and names its author', async () => {
    const country = await countries.createActive();
    await editor.ok('updateCountry', put(country, { name: 'Mine' }), 202);
    const refused = await other.expectRefusal('updateCountry', put(country, { name: 'Theirs' }), 'proposalOpen');
    expect(refused.message).toBe('editor 的修改正在审核');
    const parts = { ...at(country), ifMatch: country.version };
    const english = { 'Accept-Language': 'en-GB' };
    const told = await other.expectRefusal('deleteCountry', { ...parts, headers: english }, 'proposalOpen');
    expect(told.message).toBe('A change by editor is waiting for review');
    expect((await editor.ok('getCountryProposal', at(country))).proposal.version).toBe(1);
  });

  test('with a code that is taken is refused when proposed', async () => {
    const country = await countries.createActive();
    await editor.expectRefusal('updateCountry', put(country, { code: 'CN' }), 'duplicateCode');
    await editor.expectRefusal('getCountryProposal', at(country), 'notFound');
  });

  test('of many at the same time, one proposes', async () => {
    const country = await countries.createActive();
    const clients = [editor, other, await service.as('admin')];
    const replies = await Promise.all(
      clients.map((client, index) => client.call('updateCountry', put(country, { name: `By ${index}` }))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
  });
});

test('without a proposal there is none to read, to withdraw or to decide on', async () => {
  const country = await countries.createActive();
  await editor.expectRefusal('getCountryProposal', at(country), 'notFound');
  await editor.expectRefusal('withdrawCountryProposal', { ...at(country), ifMatch: 1 }, 'notFound');
  const body = { decision: 'approve' as const };
  await reviewer.expectRefusal('decideCountryProposal', { ...at(country), ifMatch: 1, body }, 'notFound');
});

describe('withdrawing', () => {
  const opened = async () => {
    const country = await countries.createActive();
    const { proposal } = await editor.ok('updateCountry', put(country, { name: 'Proposed' }), 202);
    return { country, proposal };
  };

  test.each(['author', 'reviewer'] as const)('is for the %s', async (who) => {
    const { country } = await opened();
    const client = who === 'author' ? editor : reviewer;
    await client.expectRefusal('withdrawCountryProposal', at(country), 'preconditionRequired');
    await client.ok('withdrawCountryProposal', { ...at(country), ifMatch: 1 });
    await client.expectRefusal('getCountryProposal', at(country), 'notFound');
    expect(await countries.get(country.id)).toEqual(country);
  });

  test('leaves a version behind that fits no later proposal', async () => {
    const { country } = await opened();
    await editor.ok('withdrawCountryProposal', { ...at(country), ifMatch: 1 });
    const { proposal } = await editor.ok('updateCountry', put(country, { name: 'Another' }), 202);
    const body = { decision: 'approve' as const };
    const unseen = await reviewer.expectRefusal(
      'decideCountryProposal',
      { ...at(country), ifMatch: 1, body },
      'versionConflict',
    );
    expect(unseen.current).toEqual(proposal);
  });

  test('is refused to others, who learn nothing of it', async () => {
    const { country } = await opened();
    const without = await countries.createActive();
    const stranger = await service.clientWith();
    for (const [client, missing] of [
      [other, 'country:review'],
      [stranger, 'country:read'],
    ] as const) {
      for (const ifMatch of [1, 9, undefined]) {
        const refused = await client.expectRefusal('withdrawCountryProposal', { ...at(country), ifMatch }, 'forbidden');
        expect(refused).toMatchObject({ permission: missing });
        expect(refused.current).toBeUndefined();
      }
    }
    await stranger.expectRefusal('withdrawCountryProposal', { ...at(without), ifMatch: 1 }, 'forbidden');
  });

  test('of a version that was replaced is refused with the one that is', async () => {
    const { country } = await opened();
    const { proposal } = await editor.ok('updateCountry', put(country, { name: 'Again' }), 202);
    const stale = await reviewer.expectRefusal(
      'withdrawCountryProposal',
      { ...at(country), ifMatch: 1 },
      'versionConflict',
    );
    expect(stale.current).toEqual(proposal);
  });
});

describe('deleting', () => {
  test('an active record proposes', async () => {
    const country = await countries.createActive();
    const parts = { ...at(country), ifMatch: country.version };
    const { record, proposal } = await editor.ok('deleteCountry', parts, 202);
    expect(record).toEqual(country);
    expect(proposal).toMatchObject({ action: 'delete', changes: [] });
    expect(proposal).not.toHaveProperty('after');
    expect(await countries.get(country.id)).toEqual(country);
  });

  test.each(['pending', 'rejected', 'approved', 'inactive'] as const)('%s one deletes at once', async (status) => {
    const country = await countries.createInStatus[status]();
    const removed = await editor.ok('deleteCountry', { ...at(country), ifMatch: country.version });
    expect(removed).toEqual({ id: country.id, version: country.version });
    await editor.expectRefusal('getCountry', at(country), 'notFound');
  });

  test.each(['approved', 'inactive'] as const)('%s one closes its open proposal', async (status) => {
    const country = await countries.createInStatus[status]();
    await editor.ok('updateCountry', put(country, { name: 'Proposed' }), 202);
    await other.ok('deleteCountry', { ...at(country), ifMatch: country.version });
    const [row] = await service.db('proposal').where({ entity: 'country', record_id: country.id });
    expect(row).toMatchObject({ open: null, outcome: 'closed' });
    await editor.expectRefusal('getCountryProposal', at(country), 'notFound');
  });
});

test('a transition leaves the proposal open', async () => {
  const country = await countries.createActive();
  const { proposal } = await editor.ok('updateCountry', put(country, { name: 'Proposed' }), 202);
  const inactive = await countries.transition(country, 'deactivate');
  await countries.transition(inactive, 'activate');
  expect((await reviewer.ok('getCountryProposal', at(country))).proposal).toEqual(proposal);
});
