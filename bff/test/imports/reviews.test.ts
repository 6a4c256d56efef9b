import { describe, expect, test } from 'vitest';
import { pruneImports } from '../../src/imports/prune-imports.ts';
import { type Import, setUpImports } from './import-client.ts';

const { service, imports, records, editor } = await setUpImports();
const [admin, reviewer] = await Promise.all([service.as('admin'), service.as('reviewer')]);

/** Imports lines as the editor, who may not review. */
async function applied(...lines: string[]): Promise<Import> {
  const content = ['code,name,country', ...lines].join('\n');
  const { id } = await imports.uploadAndStage(editor, { entity: 'city', filename: 'cities.csv', content });
  return imports.apply(editor, id);
}

const queue = (client = reviewer) => client.ok('listReviews', { query: { entity: 'city', pageSize: 100 } });

/** What waits beside the import, by its codes. */
async function codesIn(client = reviewer): Promise<(string | null)[]> {
  const { items } = await queue(client);
  return items.flatMap((item) => (item.kind === 'import' ? [] : [item.code]));
}

async function findImportItem({ id }: Import, client = reviewer) {
  return (await queue(client)).items.find((item) => item.kind === 'import' && item.id === id);
}

/** The reviews that the overview counts, which must be as many as are listed. */
async function countReviews(client = reviewer) {
  const [{ entities, reviews }, { items, total }] = await Promise.all([client.ok('getOverview'), queue(client)]);
  expect(entities.find(({ entity }) => entity === 'city')?.waiting).toBe(total);
  expect(items).toHaveLength(total);
  expect(reviews.total).toBe(entities.reduce((sum, { waiting }) => sum + waiting, 0));
  return { total, oldest: reviews.oldest };
}

const release = (brought: Import) => imports.decide(reviewer, brought.id, { event: 'reject', reason: 'Tidied' });

describe('pending work of an import', () => {
  test('is one item of the reviews, for records and proposals', async () => {
    const before = await countReviews();
    const brought = await applied('RVONE,One,CN', 'RVTWO,Two,', 'BJS,Peking,CN');
    expect(await findImportItem(brought)).toEqual({
      kind: 'import',
      entity: 'city',
      id: brought.id,
      filename: 'cities.csv',
      created: 2,
      proposed: 1,
      by: 'editor',
      time: brought.applyTime,
      ownWork: false,
      ready: 2,
      missing: [{ pointer: '/country', count: 1 }],
    });
    expect(await codesIn()).toEqual([]);
    expect(await countReviews()).toEqual({ total: before.total + 1, oldest: before.oldest ?? brought.applyTime });
    const { items } = await reviewer.ok('listCities', { query: { code: 'RVONE' } });
    expect(items[0]).not.toHaveProperty('importId');
    const [log] = await records.logOf('city', items[0]?.id ?? 0);
    expect(JSON.stringify(log?.after)).not.toMatch(/import/i);
    await release(brought);
  });

  test('is marked as own work, and is hidden from users who may not see the import', async () => {
    const brought = await applied('RVOWN,Own,CN');
    expect(await findImportItem(brought, editor)).toMatchObject({ ownWork: true });
    expect(await findImportItem(brought, admin)).toMatchObject({ ownWork: false });
    const elsewhere = await service.clientWith('city:read', 'airport:read', 'airport:review');
    for (const client of [elsewhere, await service.as('viewer')]) {
      expect(await queue(client)).toMatchObject({ items: [], total: 0 });
      expect(await countReviews(client)).toEqual({ total: 0, oldest: null });
    }
    await release(brought);
  });

  test('becomes a separate review when it is changed or its proposal is replaced', async () => {
    const brought = await applied(
      'RVSTAY,Stay,CN',
      'RVEDIT,Edit,CN',
      'RVBACK,Back,CN',
      'SHA,Shanghai!,CN',
      'CAN,Canton!,CN',
    );
    const [edited, back, live] = await Promise.all(
      ['RVEDIT', 'RVBACK', 'SHA'].map((code) => records.byCode('city', code)),
    );
    const path = (record: { id: number }) => ({ path: { id: record.id } });
    const body = (code: string) => ({ code, name: 'By hand', country: 'CN' });
    await admin.ok('updateCity', { ...path(edited), ifMatch: 1, body: body('RVEDIT') });
    await admin.ok('transitionCity', { ...path(back), ifMatch: 1, body: { event: 'reject', reason: 'No' } });
    await editor.ok('transitionCity', { ...path(back), ifMatch: 2, body: { event: 'resubmit' } });
    await editor.ok('updateCity', { ...path(live), ifMatch: live.version, body: body('SHA') }, 202);
    expect(await findImportItem(brought)).toMatchObject({ created: 1, proposed: 1 });
    expect(await codesIn()).toEqual(['RVEDIT', 'RVBACK', 'SHA']);
    await countReviews();
    await release(brought);
    const tidy = { event: 'reject', reason: 'Tidied' } as const;
    await reviewer.ok('transitionCity', { ...path(edited), ifMatch: 2, body: tidy });
  });

  test('stays with the import while it is incomplete', async () => {
    const waited = await codesIn();
    const brought = await applied('RVFULL,Full,CN', 'RVHOLE,Hole,', 'RVHOLE2,Hole,');
    const hole = await records.byCode('city', 'RVHOLE');
    const done = await imports.decide(reviewer, brought.id, { event: 'activate' });
    expect(done.decision).toMatchObject({ done: 0, left: 3 });
    expect(await findImportItem(brought)).toMatchObject({ created: 3, proposed: 0 });
    await imports.decide(reviewer, brought.id, { event: 'approve' });
    expect(await findImportItem(brought)).toMatchObject({ created: 2, proposed: 0 });
    const body = { code: 'RVHOLE', name: 'Hole', country: 'CN' };
    await admin.ok('updateCity', { path: { id: hole.id }, ifMatch: 1, body });
    expect(await codesIn()).toEqual([...waited, 'RVHOLE']);
    expect(await findImportItem(brought)).toMatchObject({ created: 1, proposed: 0 });
    await countReviews();
    await imports.decide(reviewer, brought.id, { event: 'reject', reason: 'Tidied' });
    expect(await findImportItem(brought)).toBeUndefined();
  });

  test('becomes a separate review of the same version if a decision skipped it for another reason', async () => {
    const waited = await codesIn();
    const brought = await applied('RVFULL2,Full,CN', 'RVSOON,Soon,');
    const soon = await records.byCode('city', 'RVSOON');
    await service.db('city').where('id', soon.id).update({ version: 7, country_id: 1 });
    await imports.decide(reviewer, brought.id, { event: 'approve' });
    expect(await findImportItem(brought)).toBeUndefined();
    expect(await codesIn()).toEqual([...waited, 'RVSOON']);
    expect(await records.byCode('city', 'RVSOON')).toEqual({ ...soon, version: 7, country_id: 1, import_id: null });
    expect(await records.logOf('city', soon.id)).toHaveLength(1);
    await countReviews();
  });

  test('disappears with a revert, and kept records become separate reviews', async () => {
    const waited = await codesIn();
    const brought = await applied('RVGONE,Gone,CN', 'RVUSED,Used,CN', 'CTU,Chengdu!,CN');
    const body = { code: 'RVA', name: 'Used', country: 'CN', city: 'RVUSED' };
    await admin.ok('createAirport', { body }, 201);
    await imports.revert(editor, brought.id);
    expect(await findImportItem(brought)).toBeUndefined();
    expect(await codesIn()).toEqual([...waited, 'RVUSED']);
    await countReviews();
  });

  test('becomes separate reviews once the import has expired', async () => {
    const waited = await codesIn();
    const brought = await applied('RVOLD,Old,CN', 'XMN,Amoy,CN');
    await service.db('import').where('id', brought.id).update({ update_time: '2000-01-01' });
    expect(await pruneImports(service.db)).toBe(1);
    expect(await findImportItem(brought)).toBeUndefined();
    expect(await codesIn()).toEqual([...waited, 'RVOLD', 'XMN']);
    await countReviews();
  });
});

test('pages cover records, proposals and imports, oldest first', async () => {
  const all = (await queue()).items;
  const more = [await applied('RVP1,P,CN'), await applied('RVP2,P,CN', 'NKG,Nanking,CN')];
  const query = { entity: 'city', pageSize: 10 } as const;
  for (let n = 0; n < 8; n++) await editor.ok('createCity', { body: { code: `RVPAGE${n}`, name: 'Page' } }, 201);
  const [one, two] = [
    await reviewer.ok('listReviews', { query }),
    await reviewer.ok('listReviews', { query: { ...query, page: 2 } }),
  ];
  const paged = [...one.items, ...two.items];
  expect([one.items.length, paged.length, one.total]).toEqual([10, all.length + 10, all.length + 10]);
  const times = paged.map(({ time }) => time);
  expect(times).toEqual(times.toSorted());
  expect(paged.flatMap((item) => (item.kind === 'import' ? [item.id] : []))).toEqual(more.map(({ id }) => id));
});

test('the reviews take the same number of statements for many imports and for one', async () => {
  const cost = () => service.statementsDuring(() => queue());
  const few = await cost();
  await applied('RVS1,S,CN');
  await applied('RVS2,S,CN');
  expect(await cost()).toBeLessThanOrEqual(few);
});
