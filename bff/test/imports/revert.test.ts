import { describe, expect, test } from 'vitest';
import type { EntityKey } from '../../src/http/contract.ts';
import { pruneImports } from '../../src/imports/prune-imports.ts';
import { describeRows, setUpImports } from './import-client.ts';

const { service, imports, records, editor } = await setUpImports();
const [admin, reviewer] = await Promise.all([service.as('admin'), service.as('reviewer')]);

const stageLines = (entity: EntityKey, ...lines: string[]) =>
  imports.uploadAndStage(editor, {
    entity,
    filename: 'file.csv',
    content: lines.join('\n'),
    options: { missingReferences: 'create' },
  });
const applyLines = async (entity: EntityKey, ...lines: string[]) =>
  imports.apply(editor, (await stageLines(entity, ...lines)).id);
const describeOutcomes = async (id: number) => describeRows(await imports.rows(admin, id));
const headerLine = 'code,name,country';

describe('a revert', () => {
  test('deletes created records and restores changed ones, and the file can be imported again', async () => {
    await applyLines('city', headerLine, 'OLDA,Old,CN');
    const lines = [headerLine, 'OLDA,New,FR', 'MADE,Made,CN'];
    const stagedImport = await stageLines('city', ...lines);
    await editor.expectRefusal('revertImport', { path: { id: stagedImport.id } }, 'invalidTransition');
    const { id } = await imports.apply(editor, stagedImport.id);
    const [changedCity, createdCity] = await Promise.all(['OLDA', 'MADE'].map((code) => records.byCode('city', code)));
    await reviewer.expectRefusal('revertImport', { path: { id } }, 'forbidden');
    const revertedImport = await imports.revert(editor, id);
    expect(revertedImport).toMatchObject({
      status: 'reverted',
      revertedBy: 'editor',
      outcomes: { removed: 1, restored: 1 },
    });
    expect(await describeOutcomes(id)).toEqual(['OLDA restored', 'MADE removed']);
    expect(await records.byCode('city', 'MADE')).toBeUndefined();
    const { record } = await editor.ok('getCity', { path: { id: changedCity.id } });
    expect(record).toMatchObject({ name: 'Old', country: 'CN', version: 3 });
    const reason = `import #${id} file.csv`;
    expect((await records.logOf('city', changedCity.id)).at(-1)).toMatchObject({
      action: 'restore',
      actor: 'editor',
      reason,
    });
    expect((await records.logOf('city', createdCity.id)).at(-1)).toMatchObject({
      action: 'delete',
      after: null,
      reason,
    });
    expect(await records.feedVersions('city', createdCity.id)).toEqual([1, 2]);
    expect(await records.feedVersions('city', changedCity.id)).toEqual([1, 2, 3]);
    await editor.expectRefusal('revertImport', { path: { id } }, 'invalidTransition');

    const secondImport = await stageLines('city', ...lines);
    expect(secondImport.counts).toMatchObject({ new: 1, changed: 1 });
    expect(await imports.apply(editor, secondImport.id)).toMatchObject({ outcomes: { created: 1, updated: 1 } });
    const unchangedImport = await stageLines('city', ...lines);
    expect(unchangedImport.counts).toMatchObject({ new: 0, changed: 0, unchanged: 2 });
  });

  test('keeps records that were changed since the import, have a proposal or are referenced', async () => {
    await applyLines('city', headerLine, 'KEPC,Old,CN');
    const { id } = await applyLines(
      'city',
      headerLine,
      'KEPA,Made,CN',
      'KEPB,Made,CN',
      'KEPC,New,CN',
      'KEPD,Made,CN',
      'KEPE,Made,CN',
      'KEPF,Made,CN',
    );
    const [cityA, cityC, cityD, cityF] = await Promise.all(
      ['KEPA', 'KEPC', 'KEPD', 'KEPF'].map((code) => records.byCode('city', code)),
    );
    const manualChange = (code: string) => ({ code, name: 'By hand', country: 'CN' });
    await admin.ok('updateCity', { path: { id: cityA.id }, ifMatch: 1, body: manualChange('KEPA') });
    await admin.ok('createAirport', { body: { code: 'HOLD', name: 'Holds it', country: 'CN', city: 'KEPB' } }, 201);
    await admin.ok('updateCity', { path: { id: cityC.id }, ifMatch: 2, body: manualChange('KEPC') });
    await admin.ok('transitionCity', { path: { id: cityD.id }, ifMatch: 1, body: { event: 'approve' } });
    await admin.ok('updateCity', { path: { id: cityD.id }, ifMatch: 2, body: manualChange('KEPD') }, 202);
    await admin.ok('transitionCity', { path: { id: cityF.id }, ifMatch: 1, body: { event: 'approve' } });
    await editor.ok('updateCity', { path: { id: cityF.id }, ifMatch: 2, body: manualChange('KEPF') }, 202);
    expect(await imports.revert(editor, id)).toMatchObject({ status: 'reverted', outcomes: { kept: 5, removed: 1 } });
    expect(await describeOutcomes(id)).toEqual([
      'KEPA kept changedSinceRelease',
      'KEPB kept stillReferred',
      'KEPC kept changedSinceRelease',
      'KEPD kept proposalOpen',
      'KEPE removed',
      'KEPF kept proposalOpen',
    ]);
    const keptCities = await service.db('city').whereIn('code', ['KEPA', 'KEPB', 'KEPC', 'KEPD']).orderBy('code');
    expect(keptCities.map(({ name, version }) => [name, version])).toEqual([
      ...[
        ['By hand', 2],
        ['Made', 1],
        ['By hand', 3],
        ['Made', 2],
      ],
    ]);
  });

  test('deletes referenced records that it created unless others refer to them, and deletes children before parents', async () => {
    const airports = ['code,name,country,city', 'ALGA,One,CN,QAA', 'ALGB,Two,CN,QAB'];
    const { id } = await applyLines('airport', ...airports);
    await admin.ok('createAirport', { body: { code: 'ALGZ', name: 'By hand', country: 'CN', city: 'QAB' } }, 201);
    expect(await imports.revert(editor, id)).toMatchObject({ outcomes: { removed: 2 } });
    expect(await records.byCode('city', 'QAA')).toBeUndefined();
    expect(await records.byCode('city', 'QAB')).toMatchObject({ version: 1 });
    expect(await service.db('import_reference').where('import_id', id)).toEqual([]);

    const stations = await applyLines(
      'eurail_station',
      'code,name,parent',
      'MUM,Mum,',
      'KID,Kid,MUM',
      'GRAND,Grand,KID',
    );
    expect(await imports.revert(editor, stations.id)).toMatchObject({ outcomes: { removed: 3 } });
  });

  test('deletes and restores active records, withdraws proposals, and undoes approved proposals', async () => {
    const lines = [headerLine, 'LIVE,Made,CN', 'BJS,Peking,CN', 'SHA,Schanghai,CN', 'CAN,Kanton,CN'];
    const { id } = await applyLines('city', ...lines);
    const codes = ['BJS', 'SHA', 'CAN'];
    const [beijing, shanghai, guangzhou] = await Promise.all(codes.map((code) => records.byCode('city', code)));
    const approve = { decision: 'approve' } as const;
    await reviewer.ok('decideCityProposal', { path: { id: beijing.id }, ifMatch: 1, body: approve });
    const reject = { decision: 'reject', reason: 'no' } as const;
    await reviewer.ok('decideCityProposal', { path: { id: shanghai.id }, ifMatch: 1, body: reject });
    const activeCity = await records.byCode('city', 'LIVE');
    for (const [event, ifMatch] of [
      ['approve', 1],
      ['activate', 2],
    ] as const)
      await reviewer.ok('transitionCity', { path: { id: activeCity.id }, ifMatch, body: { event } });

    expect(await imports.revert(editor, id)).toMatchObject({ outcomes: { removed: 1, restored: 3 } });
    expect(await describeOutcomes(id)).toEqual(['LIVE removed', 'BJS restored', 'SHA restored', 'CAN restored']);
    expect(await records.byCode('city', 'LIVE')).toBeUndefined();
    expect(await records.byCode('city', 'BJS')).toMatchObject({ name: beijing.name, status: 'active', version: 3 });
    await reviewer.expectRefusal('getCityProposal', { path: { id: beijing.id } }, 'notFound');
    await reviewer.expectRefusal('getCityProposal', { path: { id: guangzhou.id } }, 'notFound');
    expect(await records.byCode('city', 'CAN')).toEqual(guangzhou);
  });

  test('does not touch records that were already equal when their rows were applied', async () => {
    await applyLines('country', 'code,name', 'QJ,Renamed later');
    await applyLines('city', headerLine, 'NOOP,First,QJ');
    const [country, city] = await Promise.all([records.byCode('country', 'QJ'), records.byCode('city', 'NOOP')]);
    const body = { code: 'NOOP', name: 'By hand', country: 'QJ' };
    await admin.ok('updateCity', { path: { id: city.id }, ifMatch: 1, body });
    const { id } = await stageLines('city', headerLine, 'NOOP,By hand,QK');
    await admin.ok('updateCountry', {
      path: { id: country.id },
      ifMatch: 1,
      body: { code: 'QK', name: 'Renamed later' },
    });

    expect(await imports.apply(editor, id)).toMatchObject({ status: 'applied', outcomes: { unchanged: 1 } });
    expect(await describeOutcomes(id)).toEqual(['NOOP unchanged']);
    await imports.revert(editor, id);
    expect(await describeOutcomes(id)).toEqual(['NOOP unchanged']);
    expect(await records.byCode('city', 'NOOP')).toMatchObject({ name: 'By hand', country_id: country.id, version: 3 });
  });

  test('undoes an import that was approved as a whole', async () => {
    const { id } = await applyLines('city', headerLine, 'WHLA,Made,CN', 'SIA,Xian,CN');
    const recordBefore = await records.byCode('city', 'SIA');
    await imports.decide(reviewer, id, { event: 'approve' });
    expect(await imports.revert(editor, id)).toMatchObject({ outcomes: { removed: 1, restored: 1 } });
    expect(await records.byCode('city', 'SIA')).toMatchObject({ name: recordBefore.name, status: 'active' });
  });
});

describe('whoever reverted an import may decide on proposals of its records again once somebody else has approved one', () => {
  const propose = async (id: number, name: string) => {
    const { version } = await records.byCode('city', 'SZX');
    const body = { code: 'SZX', name, country: 'CN' };
    return (await admin.ok('updateCity', { path: { id }, ifMatch: version, body }, 202)).proposal;
  };
  const approvals: Record<string, (id: number) => Promise<unknown>> = {
    'by itself': async (id) => {
      const { version = 0 } = (await propose(id, 'Proposed')) ?? {};
      await reviewer.ok('decideCityProposal', { path: { id }, ifMatch: version, body: { decision: 'approve' } });
    },
    'with an import': async () => {
      const secondImport = await applyLines('city', headerLine, 'SZX,Imported,CN');
      expect(await imports.decide(reviewer, secondImport.id, { event: 'approve' })).toMatchObject({
        decision: { done: 1 },
      });
    },
  };

  test.each(Object.entries(approvals))('%s', async (_, approveOne) => {
    const person = await service.clientWith('city:read', 'city:import', 'city:review');
    const { id: importId } = await applyLines('city', headerLine, `SZX,Shumchun,CN`);
    await imports.decide(reviewer, importId, { event: 'approve' });
    expect(await imports.revert(person, importId)).toMatchObject({ outcomes: { restored: 1 } });
    const { id } = await records.byCode('city', 'SZX');
    const decide = (ifMatch: number) => ({ path: { id }, ifMatch, body: { decision: 'approve' as const } });
    const { version = 0 } = (await propose(id, 'Refused')) ?? {};
    await person.expectRefusal('decideCityProposal', decide(version), 'secondPerson');
    await admin.ok('withdrawCityProposal', { path: { id }, ifMatch: version });
    await approveOne(id);
    const { version: lastVersion = 0 } = (await propose(id, 'Last')) ?? {};
    await person.ok('decideCityProposal', decide(lastVersion));
  });
});

test('an import is kept for 90 days after its last change, and its records are never removed', async () => {
  const [oldImport, newImport] = [
    await applyLines('city', headerLine, 'AGED,Made,CN'),
    await applyLines('city', headerLine, 'FRESH,Made,CN'),
  ];
  const { db } = service;
  const updatedBefore = (days: number) => ({ update_time: db.raw('NOW(3) - INTERVAL ? DAY', [days]) });
  await db('import').where('id', oldImport.id).update(updatedBefore(91));
  await db('import').where('id', newImport.id).update(updatedBefore(89));
  expect(await pruneImports(db)).toBe(1);
  await editor.expectRefusal('getImport', { path: { id: oldImport.id } }, 'notFound');
  expect(await describeOutcomes(newImport.id)).toEqual(['FRESH created']);
  for (const table of ['import_row', 'import_part'])
    expect(await db(table).where('import_id', oldImport.id)).toEqual([]);
  expect(await records.status('city', 'AGED')).toBe('pending');
});
