import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, records } = await setUpImports();

const actions = ['read', 'import', 'review', 'update', 'create', 'delete'];
const createPerson = () =>
  service.clientWith(
    ...actions.flatMap((permittedAction) => [`city:${permittedAction}`, `country:${permittedAction}`]),
  );
const [uploader, mapper, stager, firstApplier, lastApplier, outsider] = await Promise.all(
  Array.from({ length: 6 }, createPerson),
);
if (!uploader || !mapper || !stager || !firstApplier || !lastApplier || !outsider)
  throw new Error('Fewer than six users were created.');

/** The users who uploaded a file, mapped its columns and staged it, and two users who applied it one after the other. */
const contributors = {
  uploader,
  mapper,
  stager,
  'first applier': firstApplier,
  'last applier': lastApplier,
};
const contributorEntries = Object.entries(contributors);

const csvLines = ['code;name;country', 'BROUGHT;Brought;CN', 'GONE;Gone;XQ', 'BJS;Peking;CN', 'SHA;Shanghai City;CN'];
let id: number;

beforeAll(async () => {
  id = await imports.upload(uploader, { entity: 'city', filename: 'cities.csv', content: csvLines.join('\n') });
  const { options } = (await imports.preview(uploader, id)).import;
  if (!options) throw new Error('No options were detected.');
  await imports.preview(mapper, id, { ...options, missingReferences: 'create' });
  await imports.stage(stager, id);
  await imports.apply(firstApplier, id);
  // One row is still to be applied, as if the first user's task had been interrupted.
  await service.db('import_row').where({ import_id: id, code: 'SHA' }).update({ outcome: '' });
  await service
    .db('proposal')
    .where('record_id', (await records.byCode('city', 'SHA')).id)
    .delete();
  await imports.apply(lastApplier, id);
});

const pathOf = async (code: string) => ({ id: Number((await records.byCode('city', code)).id) });
const versionOf = async (code: string) => Number((await records.byCode('city', code)).version);
const proposalOf = async (code: string) =>
  (await outsider.ok('getCityProposal', { path: await pathOf(code) })).proposal;

/** Functions that try every way to decide on the records of the import, and expect a refusal. */
const decisions: Record<string, (client: Client) => Promise<unknown>> = {
  'as a whole': async (client) => {
    for (const event of ['approve', 'reject'] as const)
      await client.expectRefusal('decideImport', { path: { id }, body: { event, reason: 'x' } }, 'secondPerson');
    expect((await imports.get(client, id)).ownWork).toBe(true);
    const { approve, reject } = await client.ok('getImportOutlook', { path: { id } });
    expect([approve, reject]).toMatchObject([
      { ready: 0, left: { ownWork: 4 } },
      { ready: 0, left: { ownWork: 4 } },
    ]);
  },
  'on a record': async (client) => {
    for (const event of ['approve', 'reject'] as const)
      await client.expectRefusal(
        'transitionCity',
        { path: await pathOf('BROUGHT'), ifMatch: await versionOf('BROUGHT'), body: { event, reason: 'x' } },
        'secondPerson',
      );
    expect((await client.ok('getCity', { path: await pathOf('BROUGHT') })).ownWork).toBe(true);
  },
  'on records in bulk': async (client) => {
    const items = [{ ...(await pathOf('BROUGHT')), version: await versionOf('BROUGHT') }];
    for (const action of ['approve', 'reject'] as const) {
      const { items: answers } = await client.ok('bulkCities', { body: { action, items, reason: 'x' } });
      expect(answers).toMatchObject([{ code: 409, data: { key: 'secondPerson' } }]);
    }
  },
  'on a country that the import created': async (client) => {
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
          { path: await pathOf(code), ifMatch: version, body: { decision, reason: 'x' } },
          'secondPerson',
        );
      expect((await client.ok('getCityProposal', { path: await pathOf(code) })).ownWork).toBe(true);
    }
  },
};

describe.each(Object.keys(decisions))('no contributor of an import may decide %s', (decisionName) => {
  test.each(contributorEntries)('%s', async (_, client) => void (await decisions[decisionName]?.(client)));
});

test.each(
  contributorEntries,
)('no contributor may decide after the record was deleted and restored, or resubmitted: %s', async (_, client) => {
  const cityPath = await pathOf('BROUGHT');
  await outsider.ok('deleteCity', { path: cityPath, ifMatch: await versionOf('BROUGHT') });
  const helper = await createPerson();
  await helper.ok('restoreCity', { path: cityPath, body: { version: 1 } });
  await decisions['on a record']?.(client);
  await outsider.ok('transitionCity', {
    path: cityPath,
    ifMatch: await versionOf('BROUGHT'),
    body: { event: 'reject', reason: 'Not yet' },
  });
  await helper.ok('transitionCity', {
    path: cityPath,
    ifMatch: await versionOf('BROUGHT'),
    body: { event: 'resubmit' },
  });
  await decisions['on a record']?.(client);
});

test.each(
  contributorEntries,
)('no contributor may decide on a proposal that its author has replaced: %s', async (_, client) => {
  const body = { code: 'SHA', name: `Shanghai of ${client.username}`, country: 'CN' };
  await lastApplier.ok('updateCity', { path: await pathOf('SHA'), ifMatch: await versionOf('SHA'), body }, 202);
  await decisions['on a proposal']?.(client);
});

test('a user who did not contribute may decide all of it', async () => {
  const { version } = await proposalOf('SHA');
  await outsider.ok('decideCityProposal', {
    path: await pathOf('SHA'),
    ifMatch: version,
    body: { decision: 'approve' },
  });
  expect((await imports.get(outsider, id)).ownWork).toBe(false);
  const { decision } = await imports.decide(outsider, id, { event: 'approve' });
  expect(decision).toMatchObject({ done: 3 });
  expect(await records.status('city', 'GONE')).toBe('approved');
  // Approval ends the contribution, so the uploader may decide on later changes.
  const body = { code: 'BJS', name: 'Beijing', country: 'CN' };
  await outsider.ok('updateCity', { path: await pathOf('BJS'), ifMatch: await versionOf('BJS'), body }, 202);
  await uploader.ok('decideCityProposal', {
    path: await pathOf('BJS'),
    ifMatch: (await proposalOf('BJS')).version,
    body: { decision: 'approve' },
  });
});
