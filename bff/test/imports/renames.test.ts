import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createRelatedClients } from '../kit/related-entities.ts';
import { type Service, startService } from '../kit/service.ts';
import { createImportClient, describeRows } from './import-client.ts';

let kinds: ReturnType<typeof createRelatedClients> & { imports: ReturnType<typeof createImportClient> };
let service: Service;
beforeAll(async () => {
  service = await startService();
  kinds = { ...createRelatedClients(service), imports: createImportClient(service) };
  await sequenceAll(service.db);
});
afterAll(() => service.stop());

test('an import that was staged before a rename can be applied with the codes of its file', async () => {
  const editor = await service.as('editor');
  const city = await kinds.cities.createPending();
  const airport = await kinds.airports.createPending({ city: city.code });
  const newCode = await kinds.airports.freeCode();
  const content = [
    'code,name,country,city',
    `${airport.code},Imported,CN,${city.code}`,
    `${newCode},Fresh,CN,${city.code}`,
  ].join('\n');
  const { id } = await kinds.imports.uploadAndStage(editor, { entity: 'airport', content });
  const { code } = await kinds.changeCode(kinds.cities, city);
  await kinds.imports.apply(editor, id, { rows: 'all' });
  expect(describeRows(await kinds.imports.rows(editor, id))).toEqual([`${airport.code} updated`, `${newCode} created`]);
  expect((await kinds.airports.get(airport.id)).record).toMatchObject({ name: 'Imported', city: code, version: 3 });
  // another rename of the city is no change of the airports, so the import can still be reverted
  const renamedAgain = await kinds.changeCode(kinds.cities, city);
  expect(await kinds.imports.revert(editor, id)).toMatchObject({ outcomes: { restored: 1, removed: 1 } });
  expect((await kinds.airports.get(airport.id)).record).toMatchObject({ name: airport.name, city: renamedAgain.code });
});

test('an import continues with the codes of its file if a record is renamed while it is applied', async () => {
  const editor = await service.as('editor');
  const city = await kinds.cities.createPending();
  const lastAirport = await kinds.airports.createPending();
  // two chunks are written with the old code before the last row waits for the locked record
  const codes = Array.from({ length: 500 }, (_, index) => `MID${String(index).padStart(3, '0')}`);
  const rows = [...codes, lastAirport.code].map((code) => `${code},Midway ${code},CN,${city.code}`);
  const { id } = await kinds.imports.uploadAndStage(editor, {
    entity: 'airport',
    content: ['code,name,country,city', ...rows].join('\n'),
  });
  const lockingTransaction = await service.db.transaction();
  let renamedCity: Schemas['City'];
  try {
    await lockingTransaction('airport').where('id', lastAirport.id).forUpdate();
    await editor.ok('applyImport', { path: { id }, body: { rows: 'all', status: 'pending' } }, 202);
    const applying = kinds.imports.runTasks(editor, id);
    const createdIds = () => service.db('airport').where('code', 'like', 'MID%').pluck('id');
    await expect.poll(async () => (await createdIds()).length, { timeout: 60_000 }).toBe(codes.length);
    renamedCity = await kinds.changeCode(kinds.cities, city);
    await lockingTransaction.rollback();
    expect((await applying).outcomes).toEqual({ created: codes.length, updated: 1 });
  } finally {
    if (!lockingTransaction.isCompleted()) await lockingTransaction.rollback();
  }
  expect((await kinds.airports.get(lastAirport.id)).record).toMatchObject({
    name: `Midway ${lastAirport.code}`,
    city: renamedCity.code,
  });
});

test('an import that renames a record updates each referring record once, at the end of the chunk', async () => {
  const editor = await service.as('editor');
  const [firstStation, secondStation] = [
    await kinds.eurailStations.createPending(),
    await kinds.eurailStations.createPending(),
  ];
  const childInFile = await kinds.eurailStations.createPending({ parent: firstStation.code ?? null });
  const childNotInFile = await kinds.eurailStations.createPending({ parent: secondStation.code ?? null });
  const content = [
    'code,name,country,uicCode',
    `${firstStation.code},One,DE,8000011`,
    `${childInFile.code},Child,DE,`,
    `${secondStation.code},Two,DE,8000029`,
  ].join('\n');
  const { id } = await kinds.imports.uploadAndStage(editor, { entity: 'eurail_station', content });
  expect(await kinds.imports.apply(editor, id, { rows: 'all' })).toMatchObject({ outcomes: { updated: 3 } });
  const actions = ({ id: recordId }: { id: number }) =>
    kinds.eurailStations.dataLogRows({ id: recordId }).orderBy('version').pluck('action');
  expect(await actions(childInFile)).toEqual(['create', 'update', 'reference']);
  expect(await actions(childNotInFile)).toEqual(['create', 'reference']);
  for (const [child, parent] of [
    [childInFile, '8000011'],
    [childNotInFile, '8000029'],
  ] as const) {
    const { record } = await kinds.eurailStations.get(child.id);
    expect(record.parent).toBe(parent);
    expect((await kinds.lastChange(kinds.eurailStations, child)).after).toEqual(record);
  }
  // only the import has changed the child, so the revert restores it too
  expect(await kinds.imports.revert(editor, id)).toMatchObject({ outcomes: { restored: 3 } });
  expect((await kinds.eurailStations.get(childInFile.id)).record).toMatchObject({
    name: childInFile.name,
    parent: firstStation.code,
  });
});
