import { describe, expect, test } from 'vitest';
import { pruneImports } from '../../src/imports/prune-imports.ts';
import { type Import, setUpImports } from './import-client.ts';

const { service, imports, records, editor } = await setUpImports();
const [admin, reviewer] = await Promise.all([service.as('admin'), service.as('reviewer')]);

/** Imports lines as the editor, who may not review. */
async function applyLines(...lines: string[]): Promise<Import> {
  const content = ['code,name,country', ...lines].join('\n');
  const { id } = await imports.uploadAndStage(editor, { entity: 'city', filename: 'cities.csv', content });
  return imports.apply(editor, id);
}

const listReviews = (client = reviewer) => client.ok('listReviews', { query: { entity: 'city', pageSize: 100 } });

/** Lists the codes of the reviews that are not imports. */
async function listReviewCodes(client = reviewer): Promise<(string | null)[]> {
  const { items } = await listReviews(client);
  return items.flatMap((item) => (item.kind === 'import' ? [] : [item.code]));
}

async function findImportItem({ id }: Import, client = reviewer) {
  return (await listReviews(client)).items.find((item) => item.kind === 'import' && item.id === id);
}

/** Returns the number of reviews in the overview, and expects the list to have the same number. */
async function countReviews(client = reviewer) {
  const [{ entities, reviews }, { items, total }] = await Promise.all([client.ok('getOverview'), listReviews(client)]);
  expect(entities.find(({ entity }) => entity === 'city')?.waiting).toBe(total);
  expect(items).toHaveLength(total);
  expect(reviews.total).toBe(entities.reduce((sum, { waiting }) => sum + waiting, 0));
  return { total, oldest: reviews.oldest };
}

const rejectImport = (cityImport: Import) =>
  imports.decide(reviewer, cityImport.id, { event: 'reject', reason: 'Tidied' });

describe('pending work of an import', () => {
  test('is a single review for its records and proposals', async () => {
    const reviewsBefore = await countReviews();
    const cityImport = await applyLines('RVONE,One,CN', 'RVTWO,Two,', 'BJS,Peking,CN');
    expect(await findImportItem(cityImport)).toEqual({
      kind: 'import',
      entity: 'city',
      id: cityImport.id,
      filename: 'cities.csv',
      created: 2,
      proposed: 1,
      by: 'editor',
      time: cityImport.applyTime,
      ownWork: false,
      ready: 2,
      missing: [{ pointer: '/country', count: 1 }],
    });
    expect(await listReviewCodes()).toEqual([]);
    expect(await countReviews()).toEqual({
      total: reviewsBefore.total + 1,
      oldest: reviewsBefore.oldest ?? cityImport.applyTime,
    });
    const { items } = await reviewer.ok('listCities', { query: { code: 'RVONE' } });
    expect(items[0]).not.toHaveProperty('importId');
    const [log] = await records.logOf('city', items[0]?.id ?? 0);
    expect(JSON.stringify(log?.after)).not.toMatch(/import/i);
    await rejectImport(cityImport);
  });

  test('is marked as own work, and is hidden from users who may not see the import', async () => {
    const cityImport = await applyLines('RVOWN,Own,CN');
    expect(await findImportItem(cityImport, editor)).toMatchObject({ ownWork: true });
    expect(await findImportItem(cityImport, admin)).toMatchObject({ ownWork: false });
    const airportReviewer = await service.clientWith('city:read', 'airport:read', 'airport:review');
    for (const client of [airportReviewer, await service.as('viewer')]) {
      expect(await listReviews(client)).toMatchObject({ items: [], total: 0 });
      expect(await countReviews(client)).toEqual({ total: 0, oldest: null });
    }
    await rejectImport(cityImport);
  });

  test('becomes a separate review when it is changed or its proposal is replaced', async () => {
    const cityImport = await applyLines(
      'RVSTAY,Stay,CN',
      'RVEDIT,Edit,CN',
      'RVBACK,Back,CN',
      'SHA,Shanghai!,CN',
      'CAN,Canton!,CN',
    );
    const [editedCity, resubmittedCity, activeCity] = await Promise.all(
      ['RVEDIT', 'RVBACK', 'SHA'].map((code) => records.byCode('city', code)),
    );
    const path = (record: { id: number }) => ({ path: { id: record.id } });
    const body = (code: string) => ({ code, name: 'By hand', country: 'CN' });
    await admin.ok('updateCity', { ...path(editedCity), ifMatch: 1, body: body('RVEDIT') });
    await admin.ok('transitionCity', { ...path(resubmittedCity), ifMatch: 1, body: { event: 'reject', reason: 'No' } });
    await editor.ok('transitionCity', { ...path(resubmittedCity), ifMatch: 2, body: { event: 'resubmit' } });
    await editor.ok('updateCity', { ...path(activeCity), ifMatch: activeCity.version, body: body('SHA') }, 202);
    expect(await findImportItem(cityImport)).toMatchObject({ created: 1, proposed: 1 });
    expect(await listReviewCodes()).toEqual(['RVEDIT', 'RVBACK', 'SHA']);
    await countReviews();
    await rejectImport(cityImport);
    const rejection = { event: 'reject', reason: 'Tidied' } as const;
    await reviewer.ok('transitionCity', { ...path(editedCity), ifMatch: 2, body: rejection });
  });

  test('stays with the import while it is incomplete', async () => {
    const waitingCodes = await listReviewCodes();
    const cityImport = await applyLines('RVCOMP,Complete,CN', 'RVLACK,Lacking,', 'RVLACK2,Lacking,');
    const incompleteCity = await records.byCode('city', 'RVLACK');
    const decidedImport = await imports.decide(reviewer, cityImport.id, { event: 'activate' });
    expect(decidedImport.decision).toMatchObject({ done: 0, left: 3 });
    expect(await findImportItem(cityImport)).toMatchObject({ created: 3, proposed: 0 });
    await imports.decide(reviewer, cityImport.id, { event: 'approve' });
    expect(await findImportItem(cityImport)).toMatchObject({ created: 2, proposed: 0 });
    const body = { code: 'RVLACK', name: 'Lacking', country: 'CN' };
    await admin.ok('updateCity', { path: { id: incompleteCity.id }, ifMatch: 1, body });
    expect(await listReviewCodes()).toEqual([...waitingCodes, 'RVLACK']);
    expect(await findImportItem(cityImport)).toMatchObject({ created: 1, proposed: 0 });
    await countReviews();
    await imports.decide(reviewer, cityImport.id, { event: 'reject', reason: 'Tidied' });
    expect(await findImportItem(cityImport)).toBeUndefined();
  });

  test('becomes a separate review of the same version if a decision skipped it for another reason', async () => {
    const waitingCodes = await listReviewCodes();
    const cityImport = await applyLines('RVCOMP2,Complete,CN', 'RVSOON,Soon,');
    const skippedCity = await records.byCode('city', 'RVSOON');
    await service.db('city').where('id', skippedCity.id).update({ version: 7, country_id: 1 });
    await imports.decide(reviewer, cityImport.id, { event: 'approve' });
    expect(await findImportItem(cityImport)).toBeUndefined();
    expect(await listReviewCodes()).toEqual([...waitingCodes, 'RVSOON']);
    expect(await records.byCode('city', 'RVSOON')).toEqual({
      ...skippedCity,
      version: 7,
      country_id: 1,
      import_id: null,
    });
    expect(await records.logOf('city', skippedCity.id)).toHaveLength(1);
    await countReviews();
  });

  test('disappears with a revert, and kept records become separate reviews', async () => {
    const waitingCodes = await listReviewCodes();
    const cityImport = await applyLines('RVGONE,Gone,CN', 'RVUSED,Used,CN', 'CTU,Chengdu!,CN');
    const body = { code: 'RVA', name: 'Used', country: 'CN', city: 'RVUSED' };
    await admin.ok('createAirport', { body }, 201);
    await imports.revert(editor, cityImport.id);
    expect(await findImportItem(cityImport)).toBeUndefined();
    expect(await listReviewCodes()).toEqual([...waitingCodes, 'RVUSED']);
    await countReviews();
  });

  test('becomes separate reviews once the import has expired', async () => {
    const waitingCodes = await listReviewCodes();
    const cityImport = await applyLines('RVOLD,Old,CN', 'XMN,Amoy,CN');
    await service.db('import').where('id', cityImport.id).update({ update_time: '2000-01-01' });
    expect(await pruneImports(service.db)).toBe(1);
    expect(await findImportItem(cityImport)).toBeUndefined();
    expect(await listReviewCodes()).toEqual([...waitingCodes, 'RVOLD', 'XMN']);
    await countReviews();
  });
});

test('pages cover records, proposals and imports, oldest first', async () => {
  const itemsBefore = (await listReviews()).items;
  const newImports = [await applyLines('RVP1,P,CN'), await applyLines('RVP2,P,CN', 'NKG,Nanking,CN')];
  const query = { entity: 'city', pageSize: 10 } as const;
  for (let n = 0; n < 8; n++) await editor.ok('createCity', { body: { code: `RVPAGE${n}`, name: 'Page' } }, 201);
  const [firstPage, secondPage] = [
    await reviewer.ok('listReviews', { query }),
    await reviewer.ok('listReviews', { query: { ...query, page: 2 } }),
  ];
  const pagedItems = [...firstPage.items, ...secondPage.items];
  expect([firstPage.items.length, pagedItems.length, firstPage.total]).toEqual([
    10,
    itemsBefore.length + 10,
    itemsBefore.length + 10,
  ]);
  const times = pagedItems.map(({ time }) => time);
  expect(times).toEqual(times.toSorted());
  expect(pagedItems.flatMap((item) => (item.kind === 'import' ? [item.id] : []))).toEqual(
    newImports.map(({ id }) => id),
  );
});

test('the reviews take the same number of statements for many imports and for one', async () => {
  const countStatements = () => service.statementsDuring(() => listReviews());
  const statementsBefore = await countStatements();
  await applyLines('RVS1,S,CN');
  await applyLines('RVS2,S,CN');
  expect(await countStatements()).toBeLessThanOrEqual(statementsBefore);
});
