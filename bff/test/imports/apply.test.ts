import { describe, expect, test } from 'vitest';
import { describeRows, setUpImports } from './import-client.ts';

const { service, imports, records, editor } = await setUpImports();
const admin = await service.as('admin');
await service.db('settings').update({ content: JSON.stringify({ review: { airline: 'none' } }) });

const csv = (...lines: string[]) => lines.join('\n');
const cities = (...codes: string[]) => csv('code,name,country', ...codes.map((code) => `${code},City ${code},CN`));
const outcomesOf = async (id: number) => describeRows(await imports.rows(admin, id));
const pending = { rows: 'sound', status: 'pending' } as const;

test('a row that moves a city away from the country of its airports is refused when staged and when applied', async () => {
  const content = csv('code,name,country', 'MOVE1,City,FR', 'MOVE2,City,FR');
  const { id } = await imports.uploadAndStage(editor, { entity: 'city', content });
  await imports.apply(editor, id);
  const airport = (code: string, city: string) => ({ code, name: code, city, country: 'FR', locales: {} });
  await editor.ok('createAirport', { body: airport('MOVED-1', 'MOVE1') }, 201);
  const moving = content.replaceAll('FR', 'DE');
  const { id: second } = await imports.uploadAndStage(editor, { entity: 'city', content: moving });
  const [row] = await imports.rows(admin, second);
  expect(row?.problems).toMatchObject([
    {
      column: 'country',
      pointer: '/country',
      rule: 'placesElsewhere',
      message: '与这座城市的1 个机场所在国家不同，请先把它们移到其他城市',
    },
  ]);
  await editor.ok('createAirport', { body: airport('MOVED-2', 'MOVE2') }, 201);
  await imports.apply(editor, second);
  expect(await outcomesOf(second)).toEqual(['MOVE1  placesElsewhere', 'MOVE2 refused placesElsewhere']);
});

describe('new rows', () => {
  test('are created once as pending, each with its log row, its position in the feed and its writers', async () => {
    const content = cities('NEWA', 'NEWB');
    const { id } = await imports.uploadAndStage(editor, { entity: 'city', filename: 'cities.csv', content });
    const done = await imports.apply(editor, id, { rows: 'all' });
    expect(done).toMatchObject({ status: 'applied', outcomes: { created: 2 }, appliedBy: 'editor', ownWork: true });
    expect(await outcomesOf(id)).toEqual(['NEWA created', 'NEWB created']);
    const record = await records.byCode('city', 'NEWA');
    expect(record).toMatchObject({ name: 'City NEWA', status: 'pending', version: 1, created_by: 'editor' });
    const reason = `import #${id} cities.csv`;
    expect(await records.logOf('city', record.id)).toMatchObject([
      { action: 'create', version: 1, actor: 'editor', before: null, after: { code: 'NEWA' }, reason },
    ]);
    expect(await records.fedVersions('city', record.id)).toEqual([1]);
    const found = await editor.ok('getCity', { path: { id: record.id } });
    expect(found).toMatchObject({ ownWork: true });
    await editor.expectRefusal('applyImport', { path: { id }, body: pending }, 'invalidTransition');
  });

  test('are also the work of the user who uploaded the file', async () => {
    const { id } = await imports.uploadAndStage(admin, { entity: 'city', content: cities('NEWC') });
    await imports.apply(editor, id);
    const record = await records.byCode('city', 'NEWC');
    const body = { event: 'approve' as const };
    await admin.expectRefusal('transitionCity', { path: { id: record.id }, ifMatch: 1, body }, 'secondPerson');
  });

  test('with an invalid one among them are created only if the valid ones are requested', async () => {
    const content = csv('code,name,country', 'NEWD,City,CN', 'NEWE,,CN', 'NEWF,City,QQ');
    const { id } = await imports.uploadAndStage(editor, { entity: 'city', content });
    const all = await editor.expectRefusal(
      'applyImport',
      { path: { id }, body: { ...pending, rows: 'all' } },
      'importUnsound',
    );
    expect(all.message).toBe('还有 2 行不能导入');
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 1 } });
    expect(await outcomesOf(id)).toEqual(['NEWD created', 'NEWE  required', 'NEWF  unknownReference']);
  });

  test('can be activated at once if no review is required, except for incomplete ones', async () => {
    const content = csv('code,name,country,type', '8A,Whole,CN,FSC', '8B,Hole,CN,');
    const { id } = await imports.uploadAndStage(admin, { entity: 'airline', content });
    const active = { rows: 'sound', status: 'active' } as const;
    const only = await service.clientWith('airline:read', 'airline:import');
    const refusal = await only.expectRefusal('applyImport', { path: { id }, body: active }, 'forbidden');
    expect(refusal.permission).toBe('airline:review');
    // the service reads its settings every two seconds
    await expect.poll(async () => (await imports.get(admin, id)).review, { timeout: 10_000 }).toBe('none');
    await imports.apply(admin, id, active);
    const record = await records.byCode('airline', '8A');
    expect(await records.logOf('airline', record.id)).toMatchObject([
      { action: 'create', after: { status: 'active' } },
    ]);
    expect(record.status).toBe('active');
    expect(await records.status('airline', '8B')).toBe('pending');

    const of = await imports.uploadAndStage(admin, { entity: 'city', content: cities('NEWG') });
    const twoNeeded = await admin.expectRefusal(
      'applyImport',
      { path: { id: of.id }, body: active },
      'validationError',
    );
    expect(twoNeeded.fields).toMatchObject([{ pointer: '/status' }]);
  });

  test('of two simultaneous imports of the same file are written once', async () => {
    const codes = Array.from({ length: 700 }, (_, index) => `TWIN${index}`);
    const [one, two] = await Promise.all(
      [editor, admin].map((client) => imports.uploadAndStage(client, { entity: 'city', content: cities(...codes) })),
    );
    const ids = [one?.id ?? 0, two?.id ?? 0];
    for (const id of ids) await admin.ok('applyImport', { path: { id }, body: pending }, 202);
    const done = await Promise.all(ids.map((id) => imports.runTasks(admin, id)));
    expect(done).toMatchObject([{ status: 'applied' }, { status: 'applied' }]);
    const sum = (outcome: 'created' | 'conflicting') =>
      done.reduce((total, { outcomes: counts }) => total + (counts[outcome] ?? 0), 0);
    expect([sum('created'), sum('conflicting')]).toEqual([700, 700]);
    const made = await service.db('city').where('code', 'like', 'TWIN%').pluck('id');
    const logged = await service.db('data_log').where('entity', 'city').whereIn('record_id', made).pluck('version');
    expect(logged).toEqual(made.map(() => 1));
  });
});

describe('changed rows', () => {
  test('of a one-line JSON array are each compared with their own record', async () => {
    const codes = ['ONEA', 'ONEB', 'ONEC'];
    const first = await imports.uploadAndStage(editor, { entity: 'city', content: cities(...codes) });
    await imports.apply(editor, first.id);
    const content = JSON.stringify(codes.map((code) => ({ code, name: `Renamed ${code}` })));
    const { id } = await imports.uploadAndStage(editor, { entity: 'city', filename: 'cities.json', content });
    expect((await imports.rows(editor, id)).map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { updated: 3 } });
    expect(await records.byCode('city', 'ONEC')).toMatchObject({ name: 'Renamed ONEC', version: 2 });
  });

  test('are written to a pending record, and proposed for an approved one', async () => {
    const first = await imports.uploadAndStage(editor, { entity: 'city', content: cities('CHGA') });
    await imports.apply(editor, first.id);
    const content = csv('code,name', 'CHGA,Other name', 'BJS,Another name');
    const { id } = await imports.uploadAndStage(admin, { entity: 'city', content });
    const live = await records.byCode('city', 'BJS');
    expect(await imports.apply(admin, id)).toMatchObject({ outcomes: { updated: 1, proposed: 1 } });
    const changed = await records.byCode('city', 'CHGA');
    expect(changed).toMatchObject({ name: 'Other name', version: 2, updated_by: 'admin' });
    expect(await records.fedVersions('city', changed.id)).toEqual([1, 2]);
    expect(await records.byCode('city', 'BJS')).toEqual(live);
    const { proposal, ownWork } = await admin.ok('getCityProposal', { path: { id: live.id } });
    expect(proposal).toMatchObject({ action: 'update', by: 'admin', changes: ['/name'], baseVersion: live.version });
    expect(ownWork).toBe(true);

    const again = await imports.uploadAndStage(editor, { entity: 'city', content: csv('code,name', 'BJS,Mine') });
    expect(await outcomesOf(again.id)).toEqual(['BJS  proposalOpen']);
  });

  test('are conflicts if their record was changed after staging', async () => {
    const first = await imports.uploadAndStage(editor, { entity: 'city', content: cities('WASA', 'WASB', 'WASC') });
    await imports.apply(editor, first.id);
    const content = csv('code,name', 'WASA,New', 'WASB,New', 'WASC,New', 'SHA,New');
    const { id } = await imports.uploadAndStage(editor, { entity: 'city', content });
    const [a, b, live] = await Promise.all(['WASA', 'WASB', 'SHA'].map((code) => records.byCode('city', code)));
    const body = { code: 'WASA', name: 'By hand', country: 'CN' };
    await admin.ok('updateCity', { path: { id: a.id }, ifMatch: 1, body });
    await admin.ok('deleteCity', { path: { id: b.id }, ifMatch: 1 });
    const { record } = await admin.ok('getCity', { path: { id: live.id } });
    const { code, name, country, continent, iataCode, cnCode, locales } = record;
    const proposed = { code, name: `${name} 2`, country, continent, iataCode, cnCode, locales };
    await admin.ok('updateCity', { path: { id: live.id }, ifMatch: record.version, body: proposed }, 202);
    const fresh = await imports.uploadAndStage(editor, { entity: 'city', content: cities('WASD') });
    await admin.ok('createCity', { body: { code: 'WASD', name: 'By hand' } }, 201);

    await imports.apply(editor, id);
    expect(await outcomesOf(id)).toEqual([
      'WASA conflicting changedSince',
      'WASB conflicting changedSince',
      'WASC updated',
      'SHA conflicting proposalOpen',
    ]);
    expect(await records.byCode('city', 'WASA')).toMatchObject({ name: 'By hand', version: 2 });
    await imports.apply(editor, fresh.id);
    expect(await outcomesOf(fresh.id)).toEqual(['WASD conflicting duplicateCode']);
    const [row] = await imports.rows(editor, fresh.id);
    expect(row?.problems).toMatchObject([{ column: 'code', message: '城市代码已存在' }]);
  });

  test('do not replace the importer’s own open proposal', async () => {
    const { id, version } = await records.byCode('city', 'CAN');
    const content = csv('code,name', 'CAN,By file');
    const file = await imports.uploadAndStage(editor, { entity: 'city', content });
    const { record } = await editor.ok('getCity', { path: { id } });
    const { code, country, continent, iataCode, cnCode, locales } = record;
    const body = { code, name: 'By hand', country, continent, iataCode, cnCode, locales };
    await editor.ok('updateCity', { path: { id }, ifMatch: version, body }, 202);

    await imports.apply(editor, file.id);
    const later = await imports.uploadAndStage(editor, { entity: 'city', content });
    for (const each of [file, later]) {
      const [row] = await imports.rows(editor, each.id);
      expect([row?.outcome ?? row?.state, row?.problems[0]?.message]).toEqual([
        'conflicting',
        'editor 的修改正在审核，需先处理或撤回',
      ]);
    }
    const { proposal } = await editor.ok('getCityProposal', { path: { id } });
    expect(proposal.after).toMatchObject({ name: 'By hand' });
  });

  test('that only the database can refuse are refused individually', async () => {
    const content = csv('code,name,icao', 'DUPA,One,QQQA', 'DUPB,Two,QQQB', 'DUPC,Three,QQQC');
    const { id } = await imports.uploadAndStage(editor, { entity: 'airport', content });
    await admin.ok('createAirport', { body: { code: 'DUPZ', name: 'By hand', icaoCode: 'QQQB' } }, 201);
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 2, conflicting: 1 } });
    expect(await outcomesOf(id)).toEqual(['DUPA created', 'DUPB conflicting duplicateCode', 'DUPC created']);
    const [, row] = await imports.rows(editor, id);
    expect(row?.problems).toMatchObject([{ column: 'icao', pointer: '/icaoCode' }]);
    const made = await service.db('airport').whereIn('code', ['DUPA', 'DUPC']).pluck('id');
    for (const recordId of made) expect(await records.fedVersions('airport', recordId)).toEqual([1]);
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
    const held = await service.db('airport').where('city_id', city.id).orderBy('code').pluck('code');
    expect(held).toEqual(['REFA', 'REFB']);
    expect(await editor.ok('getCity', { path: { id: city.id } })).toMatchObject({ ownWork: true });
  });

  test('is refused if the importer may not create it', async () => {
    const only = await service.clientWith('airport:read', 'airport:import');
    const content = csv('code,name,country,city', 'REFD,One,CN,QLO', 'REFE,Two,CN,BJS');
    const options = { missingReferences: 'create' } as const;
    const { id } = await imports.uploadAndStage(only, { entity: 'airport', content, options });
    await imports.apply(only, id);
    expect(await outcomesOf(id)).toEqual(['REFD refused unknownReference', 'REFE created']);
    expect(await records.byCode('city', 'QLO')).toBeUndefined();
  });

  test('may have been deleted or created since staging', async () => {
    const first = await imports.uploadAndStage(editor, { entity: 'city', content: cities('QGO') });
    await imports.apply(editor, first.id);
    const content = csv('code,name,country,city', 'REFF,One,CN,QGO', 'REFG,Two,CN,QCA');
    const options = { missingReferences: 'create' } as const;
    const { id } = await imports.uploadAndStage(editor, { entity: 'airport', content, options });
    const gone = await records.byCode('city', 'QGO');
    await admin.ok('deleteCity', { path: { id: gone.id }, ifMatch: 1 });
    await admin.ok('createCity', { body: { code: 'QCA', name: 'By hand', country: 'CN' } }, 201);
    await imports.apply(editor, id);
    expect(await imports.rows(editor, id)).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }]);
    expect(await records.byCode('city', 'QCA')).toMatchObject({ name: 'By hand', version: 1 });
    expect(await records.byCode('city', 'QGO')).toMatchObject({ name: 'QGO', version: 1 });
  });

  test('may be on any line of the file, but not in a circle', async () => {
    const stations = ['KID,Kid,MUM', 'MUM,Mum,GRAN', 'GRAN,Gran,', 'EGG,Egg,HEN', 'HEN,Hen,EGG', 'OLD,Old,MUM'];
    const { id } = await imports.uploadAndStage(editor, {
      entity: 'eurail_station',
      content: csv('code,name,parent', ...stations),
    });
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 4, refused: 2 } });
    expect(await outcomesOf(id)).toEqual([
      'KID created',
      'MUM created',
      'GRAN created',
      'EGG refused circle',
      'HEN refused circle',
      'OLD created',
    ]);
    const above = await service
      .db({ own: 'eurail_station' })
      .join({ parent: 'eurail_station' }, 'parent.id', 'own.parent_id')
      .where('parent.code', 'MUM')
      .orderBy('own.code')
      .pluck('own.code');
    expect(above).toEqual(['KID', 'OLD']);
  });
});
