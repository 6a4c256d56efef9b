import { describe, expect, test } from 'vitest';
import { describeRows, setUpImports } from './import-client.ts';

const { service, imports, records, editor } = await setUpImports();
const admin = await service.as('admin');
await service.db('settings').update({ content: JSON.stringify({ review: { airline: 'none' } }) });

const csv = (...lines: string[]) => lines.join('\n');
const cityCsv = (...codes: string[]) => csv('code,name,country', ...codes.map((code) => `${code},City ${code},CN`));
const describeOutcomes = async (id: number) => describeRows(await imports.rows(admin, id));
const applyBody = { rows: 'sound', status: 'pending' } as const;

test('a row that moves a city away from the country of its airports is refused when staged and when applied', async () => {
  const content = csv('code,name,country', 'MOVE1,City,FR', 'MOVE2,City,FR');
  const { id } = await imports.uploadAndStage(editor, { entity: 'city', content });
  await imports.apply(editor, id);
  const airportBody = (code: string, city: string) => ({ code, name: code, city, country: 'FR', locales: {} });
  await editor.ok('createAirport', { body: airportBody('MOVED-1', 'MOVE1') }, 201);
  const changedContent = content.replaceAll('FR', 'DE');
  const { id: secondId } = await imports.uploadAndStage(editor, { entity: 'city', content: changedContent });
  const [row] = await imports.rows(admin, secondId);
  expect(row?.problems).toMatchObject([
    {
      column: 'country',
      pointer: '/country',
      rule: 'placesElsewhere',
      message: '这个城市有 1 个机场在其他国家/地区，请先把它们移到其他城市',
    },
  ]);
  await editor.ok('createAirport', { body: airportBody('MOVED-2', 'MOVE2') }, 201);
  await imports.apply(editor, secondId);
  expect(await describeOutcomes(secondId)).toEqual(['MOVE1  placesElsewhere', 'MOVE2 refused placesElsewhere']);
});

describe('new rows', () => {
  test('are created once as pending, each with its log row, its position in the feed and its writers', async () => {
    const content = cityCsv('NEWA', 'NEWB');
    const { id } = await imports.uploadAndStage(editor, { entity: 'city', filename: 'cities.csv', content });
    const appliedImport = await imports.apply(editor, id, { rows: 'all' });
    expect(appliedImport).toMatchObject({
      status: 'applied',
      outcomes: { created: 2 },
      appliedBy: 'editor',
      ownWork: true,
    });
    expect(await describeOutcomes(id)).toEqual(['NEWA created', 'NEWB created']);
    const record = await records.byCode('city', 'NEWA');
    expect(record).toMatchObject({ name: 'City NEWA', status: 'pending', version: 1, created_by: 'editor' });
    const reason = `import #${id} cities.csv`;
    expect(await records.logOf('city', record.id)).toMatchObject([
      { action: 'create', version: 1, actor: 'editor', before: null, after: { code: 'NEWA' }, reason },
    ]);
    expect(await records.feedVersions('city', record.id)).toEqual([1]);
    const fetched = await editor.ok('getCity', { path: { id: record.id } });
    expect(fetched).toMatchObject({ ownWork: true });
    await editor.expectRefusal('applyImport', { path: { id }, body: applyBody }, 'invalidTransition');
  });

  test('are also the work of the user who uploaded the file', async () => {
    const { id } = await imports.uploadAndStage(admin, { entity: 'city', content: cityCsv('NEWC') });
    await imports.apply(editor, id);
    const record = await records.byCode('city', 'NEWC');
    const body = { event: 'approve' as const };
    await admin.expectRefusal('transitionCity', { path: { id: record.id }, ifMatch: 1, body }, 'secondPerson');
  });

  test('are created despite invalid rows only if the request is limited to valid rows', async () => {
    const content = csv('code,name,country', 'NEWD,City,CN', 'NEWE,,CN', 'NEWF,City,QQ');
    const { id } = await imports.uploadAndStage(editor, { entity: 'city', content });
    const refusal = await editor.expectRefusal(
      'applyImport',
      { path: { id }, body: { ...applyBody, rows: 'all' } },
      'importUnsound',
    );
    expect(refusal.message).toBe('还有 2 行不能导入');
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 1 } });
    expect(await describeOutcomes(id)).toEqual(['NEWD created', 'NEWE  required', 'NEWF  unknownReference']);
  });

  test('can be activated at once if no review is required and they are complete', async () => {
    const content = csv('code,name,country,type', '8A,Complete,CN,FSC', '8B,Incomplete,CN,');
    const { id } = await imports.uploadAndStage(admin, { entity: 'airline', content });
    const activeBody = { rows: 'sound', status: 'active' } as const;
    const restrictedUser = await service.clientWith('airline:read', 'airline:import');
    const refusal = await restrictedUser.expectRefusal('applyImport', { path: { id }, body: activeBody }, 'forbidden');
    expect(refusal.permission).toBe('airline:review');
    // The service reads its settings every two seconds.
    await expect.poll(async () => (await imports.get(admin, id)).review, { timeout: 10_000 }).toBe('none');
    await imports.apply(admin, id, activeBody);
    const record = await records.byCode('airline', '8A');
    expect(await records.logOf('airline', record.id)).toMatchObject([
      { action: 'create', after: { status: 'active' } },
    ]);
    expect(record.status).toBe('active');
    expect(await records.status('airline', '8B')).toBe('pending');

    const cityImport = await imports.uploadAndStage(admin, { entity: 'city', content: cityCsv('NEWG') });
    const reviewRefusal = await admin.expectRefusal(
      'applyImport',
      { path: { id: cityImport.id }, body: activeBody },
      'validationError',
    );
    expect(reviewRefusal.fields).toMatchObject([{ pointer: '/status' }]);
  });

  test('of two simultaneous imports of the same file are each written once', async () => {
    const codes = Array.from({ length: 700 }, (_, index) => `TWIN${index}`);
    const [firstImport, secondImport] = await Promise.all(
      [editor, admin].map((client) => imports.uploadAndStage(client, { entity: 'city', content: cityCsv(...codes) })),
    );
    const ids = [firstImport?.id ?? 0, secondImport?.id ?? 0];
    for (const id of ids) await admin.ok('applyImport', { path: { id }, body: applyBody }, 202);
    const appliedImports = await Promise.all(ids.map((id) => imports.runTasks(admin, id)));
    expect(appliedImports).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    const sum = (outcome: 'created' | 'conflicting') =>
      appliedImports.reduce((total, { outcomes: counts }) => total + (counts[outcome] ?? 0), 0);
    expect([sum('created'), sum('conflicting')]).toEqual([700, 700]);
    const createdIds = await service.db('city').where('code', 'like', 'TWIN%').pluck('id');
    const loggedVersions = await service
      .db('data_log')
      .where('entity', 'city')
      .whereIn('record_id', createdIds)
      .pluck('version');
    expect(loggedVersions).toEqual(createdIds.map(() => 1));
  });
});

describe('changed rows', () => {
  test('of a one-line JSON array are each compared with their own record', async () => {
    const codes = ['ONEA', 'ONEB', 'ONEC'];
    const firstStaged = await imports.uploadAndStage(editor, { entity: 'city', content: cityCsv(...codes) });
    await imports.apply(editor, firstStaged.id);
    const content = JSON.stringify(codes.map((code) => ({ code, name: `Renamed ${code}` })));
    const { id } = await imports.uploadAndStage(editor, { entity: 'city', filename: 'cities.json', content });
    expect((await imports.rows(editor, id)).map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { updated: 3 } });
    expect(await records.byCode('city', 'ONEC')).toMatchObject({ name: 'Renamed ONEC', version: 2 });
  });

  test('are written to a pending record, and proposed for an approved one', async () => {
    const firstStaged = await imports.uploadAndStage(editor, { entity: 'city', content: cityCsv('CHGA') });
    await imports.apply(editor, firstStaged.id);
    const content = csv('code,name', 'CHGA,Other name', 'BJS,Another name');
    const { id } = await imports.uploadAndStage(admin, { entity: 'city', content });
    const unchangedCity = await records.byCode('city', 'BJS');
    expect(await imports.apply(admin, id)).toMatchObject({ outcomes: { updated: 1, proposed: 1 } });
    const changedCity = await records.byCode('city', 'CHGA');
    expect(changedCity).toMatchObject({ name: 'Other name', version: 2, updated_by: 'admin' });
    expect(await records.feedVersions('city', changedCity.id)).toEqual([1, 2]);
    expect(await records.byCode('city', 'BJS')).toEqual(unchangedCity);
    const { proposal, ownWork } = await admin.ok('getCityProposal', { path: { id: unchangedCity.id } });
    expect(proposal).toMatchObject({
      action: 'update',
      by: 'admin',
      changes: ['/name'],
      baseVersion: unchangedCity.version,
    });
    expect(ownWork).toBe(true);

    const blockedImport = await imports.uploadAndStage(editor, {
      entity: 'city',
      content: csv('code,name', 'BJS,Mine'),
    });
    expect(await describeOutcomes(blockedImport.id)).toEqual(['BJS  proposalOpen']);
  });

  test('are conflicts if their record was changed after staging', async () => {
    const firstStaged = await imports.uploadAndStage(editor, {
      entity: 'city',
      content: cityCsv('WASA', 'WASB', 'WASC'),
    });
    await imports.apply(editor, firstStaged.id);
    const content = csv('code,name', 'WASA,New', 'WASB,New', 'WASC,New', 'SHA,New');
    const { id } = await imports.uploadAndStage(editor, { entity: 'city', content });
    const [changedByHand, deletedByHand, unchangedCity] = await Promise.all(
      ['WASA', 'WASB', 'SHA'].map((code) => records.byCode('city', code)),
    );
    const body = { code: 'WASA', name: 'By hand', country: 'CN' };
    await admin.ok('updateCity', { path: { id: changedByHand.id }, ifMatch: 1, body });
    await admin.ok('deleteCity', { path: { id: deletedByHand.id }, ifMatch: 1 });
    const { record } = await admin.ok('getCity', { path: { id: unchangedCity.id } });
    const { code, name, country, continent, iataCode, cnCode, locales } = record;
    const proposedBody = { code, name: `${name} 2`, country, continent, iataCode, cnCode, locales };
    await admin.ok('updateCity', { path: { id: unchangedCity.id }, ifMatch: record.version, body: proposedBody }, 202);
    const newCityImport = await imports.uploadAndStage(editor, { entity: 'city', content: cityCsv('WASD') });
    await admin.ok('createCity', { body: { code: 'WASD', name: 'By hand' } }, 201);

    await imports.apply(editor, id);
    expect(await describeOutcomes(id)).toEqual([
      'WASA conflicting changedSince',
      'WASB conflicting recordDeleted',
      'WASC updated',
      'SHA conflicting proposalOpen',
    ]);
    expect(await records.byCode('city', 'WASA')).toMatchObject({ name: 'By hand', version: 2 });
    await imports.apply(editor, newCityImport.id);
    expect(await describeOutcomes(newCityImport.id)).toEqual(['WASD conflicting duplicateCode']);
    const [row] = await imports.rows(editor, newCityImport.id);
    expect(row?.problems).toMatchObject([{ column: 'code', message: '城市代码已存在' }]);
  });

  test('do not replace the importer’s own open proposal', async () => {
    const { id, version } = await records.byCode('city', 'CAN');
    const content = csv('code,name', 'CAN,By file');
    const fileImport = await imports.uploadAndStage(editor, { entity: 'city', content });
    const { record } = await editor.ok('getCity', { path: { id } });
    const { code, country, continent, iataCode, cnCode, locales } = record;
    const body = { code, name: 'By hand', country, continent, iataCode, cnCode, locales };
    await editor.ok('updateCity', { path: { id }, ifMatch: version, body }, 202);

    await imports.apply(editor, fileImport.id);
    const laterImport = await imports.uploadAndStage(editor, { entity: 'city', content });
    for (const sameImport of [fileImport, laterImport]) {
      const [row] = await imports.rows(editor, sameImport.id);
      expect([row?.outcome ?? row?.state, row?.problems[0]?.message]).toEqual([
        'conflicting',
        'editor 的修改正在审核，须先处理或撤回',
      ]);
    }
    const { proposal } = await editor.ok('getCityProposal', { path: { id } });
    expect(proposal.after).toMatchObject({ name: 'By hand' });
  });

  test('that only the database refuses are refused individually', async () => {
    const content = csv('code,name,icao', 'DUPA,One,QQQA', 'DUPB,Two,QQQB', 'DUPC,Three,QQQC');
    const { id } = await imports.uploadAndStage(editor, { entity: 'airport', content });
    await admin.ok('createAirport', { body: { code: 'DUPZ', name: 'By hand', icaoCode: 'QQQB' } }, 201);
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 2, conflicting: 1 } });
    expect(await describeOutcomes(id)).toEqual(['DUPA created', 'DUPB conflicting duplicateCode', 'DUPC created']);
    const [, row] = await imports.rows(editor, id);
    expect(row?.problems).toMatchObject([{ column: 'icao', pointer: '/icaoCode' }]);
    const airportIds = await service.db('airport').whereIn('code', ['DUPA', 'DUPC']).pluck('id');
    for (const recordId of airportIds) expect(await records.feedVersions('airport', recordId)).toEqual([1]);
  });
});

describe('a referenced record', () => {
  const airports = csv('code,name,country,city', 'REFA,One,CN,QMI', 'REFB,Two,CN,QMI', 'REFC,Three,CN,BJS');

  test('is created once as pending if the importer may create it', async () => {
    const options = { missingReferences: 'create' } as const;
    const { id } = await imports.uploadAndStage(editor, { entity: 'airport', content: airports, options });
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 3 } });
    const city = await records.byCode('city', 'QMI');
    expect(city).toMatchObject({ name: 'QMI', status: 'pending', version: 1, created_by: 'editor' });
    const log = await records.logOf('city', city.id);
    expect(log).toMatchObject([{ action: 'create', reason: expect.stringContaining(`import #${id} `) }]);
    const airportCodes = await service.db('airport').where('city_id', city.id).orderBy('code').pluck('code');
    expect(airportCodes).toEqual(['REFA', 'REFB']);
    expect(await editor.ok('getCity', { path: { id: city.id } })).toMatchObject({ ownWork: true });
  });

  test('is refused if the importer may not create it', async () => {
    const restrictedUser = await service.clientWith('airport:read', 'airport:import');
    const content = csv('code,name,country,city', 'REFD,One,CN,QLO', 'REFE,Two,CN,BJS');
    const options = { missingReferences: 'create' } as const;
    const { id } = await imports.uploadAndStage(restrictedUser, { entity: 'airport', content, options });
    await imports.apply(restrictedUser, id);
    expect(await describeOutcomes(id)).toEqual(['REFD refused unknownReference', 'REFE created']);
    expect(await records.byCode('city', 'QLO')).toBeUndefined();
  });

  test('may have been deleted or created since staging', async () => {
    const firstStaged = await imports.uploadAndStage(editor, { entity: 'city', content: cityCsv('QGO') });
    await imports.apply(editor, firstStaged.id);
    const content = csv('code,name,country,city', 'REFF,One,CN,QGO', 'REFG,Two,CN,QCA');
    const options = { missingReferences: 'create' } as const;
    const { id } = await imports.uploadAndStage(editor, { entity: 'airport', content, options });
    const deletedCity = await records.byCode('city', 'QGO');
    await admin.ok('deleteCity', { path: { id: deletedCity.id }, ifMatch: 1 });
    await admin.ok('createCity', { body: { code: 'QCA', name: 'By hand', country: 'CN' } }, 201);
    await imports.apply(editor, id);
    expect(await imports.rows(editor, id)).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
    expect(await records.byCode('city', 'QCA')).toMatchObject({ name: 'By hand', version: 1 });
    expect(await records.byCode('city', 'QGO')).toMatchObject({ name: 'QGO', version: 1 });
  });

  test('may be on any line of the file, but not part of a cycle', async () => {
    const stations = ['KID,Kid,MUM', 'MUM,Mum,GRAN', 'GRAN,Gran,', 'EGG,Egg,HEN', 'HEN,Hen,EGG', 'OLD,Old,MUM'];
    const { id } = await imports.uploadAndStage(editor, {
      entity: 'eurail_station',
      content: csv('code,name,parent', ...stations),
    });
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 4, refused: 2 } });
    expect(await describeOutcomes(id)).toEqual([
      'KID created',
      'MUM created',
      'GRAN created',
      'EGG refused circle',
      'HEN refused circle',
      'OLD created',
    ]);
    const childCodes = await service
      .db({ child: 'eurail_station' })
      .join({ parent: 'eurail_station' }, 'parent.id', 'child.parent_id')
      .where('parent.code', 'MUM')
      .orderBy('child.code')
      .pluck('child.code');
    expect(childCodes).toEqual(['KID', 'OLD']);
  });
});
