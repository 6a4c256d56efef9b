import { expect, test } from 'vitest';
import { createImportTasks } from '../../src/worker/task-kinds.ts';
import { createTaskHelpers } from '../tasks/test-tasks.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();
const { db } = service;
const [admin, reviewer] = await Promise.all([service.as('admin'), service.as('reviewer')]);
const asSet = { as: 'set' } as const;

const createCity = async (code: string) => {
  const body = { code, name: `City ${code}`, country: 'CN' };
  return (await editor.ok('createCity', { body }, 201)).record;
};
const stageCities = (name: string, lines: string[]) =>
  imports.uploadAndStage(editor, {
    entity: 'city',
    filename: `${name}.csv`,
    content: ['code,name,country', ...lines].join('\n'),
  });
const getSet = async (id: number | undefined) => (await admin.ok('getChangeSet', { path: { id: id ?? 0 } })).changeSet;
const listItems = async (id: number | undefined) =>
  (await admin.ok('listChangeSetItems', { path: { id: id ?? 0 }, query: { limit: 100 } })).items;
const findCity = (code: string) => db('city').where({ code }).first('id', 'name', 'status', 'version');

/** Submits a change set as the editor, and approves it as the reviewer. */
async function release(id: number): Promise<void> {
  for (const [client, event] of [
    [editor, 'submit'],
    [reviewer, 'approve'],
  ] as const) {
    const { version } = await getSet(id);
    await client.ok('transitionChangeSet', { path: { id }, ifMatch: version, body: { event } });
  }
}

test('the rows of an import become items of a change set, which alone is decided on and reverted', async () => {
  const city = await createCity('ASONE');
  const lines = ['ASONE,Renamed,CN', 'ASTWO,Two,CN', 'ASTHREE,Three,'];
  const { id } = await stageCities('rows', lines);
  const applied = await imports.apply(editor, id, { ...asSet, status: 'active' });
  expect(applied).toMatchObject({ status: 'applied', outcomes: { proposed: 3 } });
  expect(await findCity('ASONE')).toMatchObject({ name: city.name, version: 1 });
  expect(await findCity('ASTWO')).toBeUndefined();
  const { changeSetId = 0 } = applied;
  expect(await getSet(changeSetId)).toMatchObject({
    title: 'rows.csv',
    status: 'open',
    author: 'editor',
    contributors: ['editor'],
    history: [{ status: 'open', by: 'editor' }],
    items: { city: 3 },
    unsound: 0,
  });
  expect(await listItems(changeSetId)).toMatchObject([
    { action: 'update', code: 'ASONE', recordId: city.id, changes: ['/name'] },
    { action: 'create', code: 'ASTWO', become: 'active' },
    // it lacks what approval requires
    { action: 'create', code: 'ASTHREE', become: 'pending' },
  ]);

  await reviewer.expectRefusal('decideImport', { path: { id }, body: { event: 'approve' } }, 'invalidTransition');
  await editor.expectRefusal('revertImport', { path: { id } }, 'invalidTransition');
  const again = { path: { id }, body: { rows: 'sound', status: 'pending', ...asSet } } as const;
  await editor.expectRefusal('applyImport', again, 'invalidTransition');
  const nothing = { ready: 0, left: {} };
  expect(await reviewer.ok('getImportOutlook', { path: { id } })).toMatchObject({ approve: nothing, reject: nothing });

  await release(changeSetId);
  expect(await findCity('ASONE')).toMatchObject({ name: 'Renamed', version: 2 });
  expect(await findCity('ASTWO')).toMatchObject({ status: 'active' });
  expect(await findCity('ASTHREE')).toMatchObject({ status: 'pending' });
  const { version } = await getSet(changeSetId);
  const reverting = { path: { id: changeSetId }, ifMatch: version, body: { event: 'revert' } } as const;
  await editor.ok('transitionChangeSet', reverting);
  expect(await findCity('ASTWO')).toBeUndefined();
});

test('references to missing records and to other rows become references to items', async () => {
  const content = [
    'code,name,country,parent,latitude,longitude',
    'ASCHILD,Child,QY,ASPARENT,52.5,13.4',
    'ASPARENT,Parent,QY,,52.5,13.4',
  ].join('\n');
  const file = { entity: 'eurail_station', filename: 'stations.csv', content } as const;
  const { id } = await imports.uploadAndStage(admin, { ...file, options: { missingReferences: 'create' } });
  const { changeSetId = 0, outcomes } = await imports.apply(admin, id, asSet);
  expect(outcomes).toEqual({ proposed: 2 });
  expect(await db('country').where('code', 'QY').first()).toBeUndefined();
  expect(await listItems(changeSetId)).toMatchObject([
    { entity: 'country', code: 'QY', become: 'pending' },
    { entity: 'eurail_station', code: 'ASPARENT', after: { country: 'QY' } },
    { entity: 'eurail_station', code: 'ASCHILD', after: { country: 'QY', parent: 'ASPARENT' } },
  ]);
  const { version } = await getSet(changeSetId);
  const submitting = { path: { id: changeSetId }, ifMatch: version, body: { event: 'submit' } } as const;
  await admin.ok('transitionChangeSet', submitting);
});

test('rows whose records somebody has changed or created since are left in conflict', async () => {
  const city = await createCity('ASCHGD');
  const { id } = await stageCities('conflicts', ['ASCHGD,Renamed,CN', 'ASTAKEN,Taken,CN', 'ASFREE,Free,CN']);
  await createCity('ASTAKEN');
  const body = { code: city.code, name: 'Changed by somebody else', country: 'CN' };
  await editor.ok('updateCity', { path: { id: city.id }, ifMatch: city.version, body });
  const { changeSetId, outcomes } = await imports.apply(editor, id, asSet);
  expect(outcomes).toEqual({ conflicting: 2, proposed: 1 });
  expect(await imports.rows(editor, id)).toMatchObject([
    { outcome: 'conflicting', problems: [{ rule: 'changedSince' }] },
    { outcome: 'conflicting', problems: [{ rule: 'duplicateCode' }] },
    { outcome: 'proposed', problems: [] },
  ]);
  expect(await listItems(changeSetId)).toMatchObject([{ code: 'ASFREE' }]);
});

test('an import of which no row becomes an item has no change set', async () => {
  const { id } = await stageCities('nothing', ['ASGONE,Gone,CN']);
  await createCity('ASGONE');
  const applied = await imports.apply(editor, id, asSet);
  expect(applied).toMatchObject({ status: 'applied', outcomes: { conflicting: 1 } });
  expect(applied.changeSetId).toBeUndefined();
});

test('the statuses of a file become statuses and events of items', async () => {
  const active = await createCity('ASACTIVE');
  const approval = { event: 'approve', activate: true } as const;
  await reviewer.ok('transitionCity', { path: { id: active.id }, ifMatch: active.version, body: approval });
  const content = [
    'code,name,country,status',
    'ASACTIVE,City ASACTIVE,CN,inactive',
    'ASAPPR,Approved,CN,approved',
    'ASEND,Ended,CN,inactive',
  ];
  const targets = ['code', 'name', 'country', 'status'];
  const file = { entity: 'city', filename: 'statuses.csv', content: content.join('\n') } as const;
  const { id } = await imports.uploadAndStage(admin, { ...file, options: { targets } });
  const { changeSetId } = await imports.apply(admin, id, asSet);
  expect(await listItems(changeSetId)).toMatchObject([
    { action: 'transition', recordId: active.id, event: 'deactivate' },
    { action: 'create', code: 'ASAPPR', become: 'approved' },
  ]);
  // no new record of a change set is inactive
  expect(await imports.rows(admin, id)).toMatchObject([
    { outcome: 'proposed' },
    { outcome: 'proposed' },
    { outcome: 'refused', problems: [{ pointer: '/status', rule: 'statusUnreachable' }] },
  ]);
});

test('more rows than a change set has items, and those that one may not write, are refused', async () => {
  const lines = Array.from({ length: 2001 }, (_, n) => `ASM${n},City ${n},CN`);
  const { id } = await stageCities('many', lines);
  const body = { rows: 'sound', status: 'pending', ...asSet } as const;
  const { fields } = await editor.expectRefusal('applyImport', { path: { id }, body }, 'validationError');
  expect(fields).toMatchObject([{ pointer: '/as', rule: 'tooManyForSet' }]);
  const importer = await service.clientWith('city:read', 'city:import', 'country:read');
  const small = await stageCities('small', ['ASSMALL,Small,CN']);
  await importer.expectRefusal('applyImport', { path: { id: small.id }, body }, 'forbidden');
});

test('an import that was stopped before all rows were in its change set begins anew', async () => {
  const lines = Array.from({ length: 300 }, (_, n) => `ASP${n},City ${n},CN`);
  const { id } = await stageCities('stopped', lines);
  await editor.ok('applyImport', { path: { id }, body: { rows: 'sound', status: 'pending', ...asSet } }, 202);
  const tasks = createTaskHelpers(db);
  const { importApply } = createImportTasks({ crud: imports.crud, importProcesses: service.importProcesses });
  const runner = tasks.createTestRunner({
    importApply: {
      run: (context) => {
        const progress: typeof context.progress = (done, ...others) => {
          if (done > 250) throw new Error('The worker cannot go on.');
          return context.progress(done, ...others);
        };
        return importApply.run({ ...context, progress });
      },
    },
  });
  await runner.round();
  await expect.poll(async () => (await imports.get(editor, id)).status, { timeout: 30_000 }).toBe('staged');
  await runner.stop();
  const { items } = await admin.ok('listChangeSets', { query: { limit: 100 } });
  expect(items.map(({ title }) => title)).not.toContain('stopped.csv');

  const { changeSetId, outcomes } = await imports.apply(editor, id, asSet);
  expect(outcomes).toEqual({ proposed: 300 });
  expect(await getSet(changeSetId)).toMatchObject({ title: 'stopped.csv', items: { city: 300 } });
});
