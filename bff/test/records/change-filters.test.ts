import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { type Country, createCountryClient } from '../kit/countries.ts';
import { createEntityClient } from '../kit/entity-client.ts';
import { type DemoAccount, type Service, startService } from '../kit/service.ts';

type Query = { updatedBy?: string; openProposal?: boolean; mine?: boolean; updatedFrom?: string; updatedTo?: string };

let service: Service;
/** Last changed by the editor, by the editor with an open proposal of the editor's, and by the reviewer. */
let created: Country;
let proposed: Country;
let approved: Country;

beforeAll(async () => {
  service = await startService();
  const { createPending, createActive } = createCountryClient(service);
  created = await createPending();
  proposed = await createActive();
  approved = await createActive();
  const countries = createEntityClient(service, 'Country');
  await countries.update(proposed, { name: 'Renamed' }, 202);
});
afterAll(() => service.stop());

async function list(query: Query, account: DemoAccount = 'viewer') {
  const client = await service.as(account);
  // new records come first, so one page shows all that the tests created
  return client.ok('listCountries', { query: { ...query, sort: '-createTime', pageSize: 100 } });
}
const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
const find = async (query: Query, account?: DemoAccount) => idsOf(await list(query, account));

test('updatedBy finds what a user changed last', async () => {
  expect(await find({ updatedBy: 'editor' })).toEqual([created.id]);
  expect(await find({ updatedBy: 'reviewer' })).toEqual([approved.id, proposed.id]);
  expect(await find({ updatedBy: 'edit' })).toEqual([]);
});

test('openProposal finds records with a change that awaits review, or those without', async () => {
  expect(await find({ openProposal: true })).toEqual([proposed.id]);
  const others = await find({ openProposal: false });
  expect(others.slice(0, 2)).toEqual([approved.id, created.id]);
  expect(others).not.toContain(proposed.id);
});

describe('mine', () => {
  test("finds what the caller changed last and the records of the caller's open proposals", async () => {
    expect(await find({ mine: true }, 'editor')).toEqual([proposed.id, created.id]);
    expect(await find({ mine: true }, 'reviewer')).toEqual([approved.id, proposed.id]);
    expect(await find({ mine: true })).toEqual([]);
  });

  test('counts by status for each caller', async () => {
    const counts = async (account: DemoAccount) => (await list({ mine: true }, account)).counts;
    expect(await counts('editor')).toEqual({ active: 1, pending: 1 } satisfies Schemas['Counts']);
    expect(await counts('reviewer')).toEqual({ active: 2 } satisfies Schemas['Counts']);
  });

  test('excludes these records if it is false', async () => {
    const others = await find({ mine: false }, 'editor');
    expect(others[0]).toBe(approved.id);
    expect(others).not.toContain(proposed.id);
    expect(others).not.toContain(created.id);
  });

  test('selects the records of an export', async () => {
    const editor = await service.as('editor');
    const response = await editor.raw('GET', '/dc/api/v1/countries/export?format=ndjson&mine=true');
    expect(response.status).toBe(200);
    const lines = (await response.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).code)).toEqual([created.code, proposed.code]);
  });
});

test('updatedFrom and updatedTo find the changes of a period, without its end', async () => {
  const [from, to] = [created.updateTime, approved.updateTime];
  const inPeriod = await find({ updatedFrom: from, updatedTo: to });
  expect(inPeriod).toContain(created.id);
  expect(inPeriod).not.toContain(approved.id);
  expect(await find({ updatedFrom: to })).toEqual([approved.id]);
});

test('a time without a zone is refused on its parameter', async () => {
  const viewer = await service.as('viewer');
  const query = { updatedFrom: '2026-11-01' };
  const { fields } = await viewer.expectRefusal('listCountries', { query }, 'validationError');
  expect(fields).toMatchObject([{ pointer: '/query/updatedFrom' }]);
});
