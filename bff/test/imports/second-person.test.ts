import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, records } = await setUpImports();

const doings = ['read', 'import', 'review', 'update', 'create', 'delete'];
const person = () => service.clientWith(...doings.flatMap((doing) => [`city:${doing}`, `country:${doing}`]));
const [uploader, mapper, stager, first, applier, second] = await Promise.all(Array.from({ length: 6 }, person));
if (!uploader || !mapper || !stager || !first || !applier || !second)
  throw new Error('not all of six people are there');

/** The users who uploaded a file, set its options and staged it, and two who applied it one after the other. */
const contributors = { uploader, mapper, stager, 'who applied it first': first, 'who applied it last': applier };
const each = Object.entries(contributors);

const file = ['code;name;country', 'BROUGHT;Brought;CN', 'GONE;Gone;XQ', 'BJS;Peking;CN', 'SHA;Shanghai City;CN'];
let id: number;

beforeAll(async () => {
  id = await imports.upload(uploader, { entity: 'city', filename: 'cities.csv', content: file.join('\n') });
  const { options } = (await imports.preview(uploader, id)).import;
  if (!options) throw new Error('the file was not understood');
  await imports.preview(mapper, id, { ...options, missingReferences: 'create' });
  await imports.stage(stager, id);
  await imports.apply(first, id);
  // as if the first had been cut off with a row left
  await service.db('import_row').where({ import_id: id, code: 'SHA' }).update({ outcome: '' });
  await service
    .db('proposal')
    .where('record_id', (await records.byCode('city', 'SHA')).id)
    .delete();
  await imports.apply(applier, id);
});

const path = async (code: string) => ({ id: Number((await records.byCode('city', code)).id) });
const versionOf = async (code: string) => Number((await records.byCode('city', code)).version);
const proposalOf = async (code: string) => (await second.ok('getCityProposal', { path: await path(code) })).proposal;

/** Every way to decide on the work of the import. */
const ways: Record<string, (client: Client) => Promise<unknown>> = {
  'as a whole': async (client) => {
    for (const event of ['approve', 'reject'] as const)
      await client.expectRefusal('decideImport', { path: { id }, body: { event, reason: 'x' } }, 'secondPerson');
    expect((await imports.get(client, id)).ownWork).toBe(true);
  },
  'on a record': async (client) => {
    for (const event of ['approve', 'reject'] as const)
      await client.expectRefusal(
        'transitionCity',
        { path: await path('BROUGHT'), ifMatch: await versionOf('BROUGHT'), body: { event, reason: 'x' } },
        'secondPerson',
      );
    expect((await client.ok('getCity', { path: await path('BROUGHT') })).ownWork).toBe(true);
  },
  'on records in bulk': async (client) => {
    const items = [{ ...(await path('BROUGHT')), version: await versionOf('BROUGHT') }];
    for (const action of ['approve', 'reject'] as const) {
      const { items: answers } = await client.ok('bulkCities', { body: { action, items, reason: 'x' } });
      expect(answers).toMatchObject([{ code: 409, data: { key: 'secondPerson' } }]);
    }
  },
  'on what came into being with it': async (client) => {
    const country = await records.byCode('country', 'XQ');
    for (const event of ['approve', 'reject'] as const)
      await client.expectRefusal(
        'transitionCountry',
        { path: { id: country.id }, ifMatch: country.version, body: { event, reason: 'x' } },
        'secondPerson',
      );
  },
  'on a proposal': async (client) => {
    for (const code of ['BJS', 'SHA']) {
      const { version } = await proposalOf(code);
      for (const decision of ['approve', 'reject'] as const)
        await client.expectRefusal(
          'decideCityProposal',
          { path: await path(code), ifMatch: version, body: { decision, reason: 'x' } },
          'secondPerson',
        );
      expect((await client.ok('getCityProposal', { path: await path(code) })).ownWork).toBe(true);
    }
  },
};

describe.each(Object.keys(ways))('no contributor of an import may decide %s', (way) => {
  test.each(each)('%s', async (_, client) => void (await ways[way]?.(client)));
});

test.each(each)('nor after the record was deleted and restored, or resubmitted: %s', async (_, client) => {
  const at = await path('BROUGHT');
  await second.ok('deleteCity', { path: at, ifMatch: await versionOf('BROUGHT') });
  const helper = await person();
  await helper.ok('restoreCity', { path: at, body: { version: 1 } });
  await ways['on a record']?.(client);
  await second.ok('transitionCity', {
    path: at,
    ifMatch: await versionOf('BROUGHT'),
    body: { event: 'reject', reason: 'Not yet' },
  });
  await helper.ok('transitionCity', { path: at, ifMatch: await versionOf('BROUGHT'), body: { event: 'resubmit' } });
  await ways['on a record']?.(client);
});

test.each(each)('nor after its author has replaced a proposal: %s', async (_, client) => {
  const body = { code: 'SHA', name: `Shanghai of ${client.username}`, country: 'CN' };
  await applier.ok('updateCity', { path: await path('SHA'), ifMatch: await versionOf('SHA'), body }, 202);
  await ways['on a proposal']?.(client);
});

test('a user who did not contribute may decide all of it', async () => {
  const { version } = await proposalOf('SHA');
  await second.ok('decideCityProposal', { path: await path('SHA'), ifMatch: version, body: { decision: 'approve' } });
  expect((await imports.get(second, id)).ownWork).toBe(false);
  const { decision } = await imports.decide(second, id, { event: 'approve' });
  expect(decision).toMatchObject({ done: 3 });
  expect(await records.status('city', 'GONE')).toBe('approved');
  // what was approved is nobody's work any more
  const body = { code: 'BJS', name: 'Beijing', country: 'CN' };
  await second.ok('updateCity', { path: await path('BJS'), ifMatch: await versionOf('BJS'), body }, 202);
  await uploader.ok('decideCityProposal', {
    path: await path('BJS'),
    ifMatch: (await proposalOf('BJS')).version,
    body: { decision: 'approve' },
  });
});
