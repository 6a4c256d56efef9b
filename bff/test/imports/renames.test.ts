import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createRelatedClients } from '../kit/related-entities.ts';
import { type Service, startService } from '../kit/service.ts';
import { createImportClient, describeRows } from './import-client.ts';

let clients: ReturnType<typeof createRelatedClients> & { imports: ReturnType<typeof createImportClient> };
let service: Service;
beforeAll(async () => {
  service = await startService();
  clients = { ...createRelatedClients(service), imports: createImportClient(service) };
  await sequenceAll(service.db);
});
afterAll(() => service.stop());

test('an import that was staged before a rename can be applied with the codes of its file', async () => {
  const editor = await service.as('editor');
  const city = await clients.cities.createPending();
  const airport = await clients.airports.createPending({ city: city.code });
  const newCode = await clients.airports.freeCode();
  const content = [
    'code,name,country,city',
    `${airport.code},Imported,CN,${city.code}`,
    `${newCode},Fresh,CN,${city.code}`,
  ].join('\n');
  const { id } = await clients.imports.uploadAndStage(editor, { entity: 'airport', content });
  const { code } = await clients.changeCode(clients.cities, city);
  await clients.imports.apply(editor, id, { rows: 'all' });
  expect(describeRows(await clients.imports.rows(editor, id))).toEqual([
    `${airport.code} updated`,
    `${newCode} created`,
  ]);
  expect((await clients.airports.get(airport.id)).record).toMatchObject({ name: 'Imported', city: code, version: 3 });
  // A second rename of the city does not change the airports, so the import can still be reverted.
  const renamedAgain = await clients.changeCode(clients.cities, city);
  expect(await clients.imports.revert(editor, id)).toMatchObject({ outcomes: { restored: 1, removed: 1 } });
  expect((await clients.airports.get(airport.id)).record).toMatchObject({
    name: airport.name,
    city: renamedAgain.code,
  });
});

test('an import continues with the codes of its file if a record is renamed while it is applied', async () => {
  const editor = await service.as('editor');
  const city = await clients.cities.createPending();
  const lastAirport = await clients.airports.createPending();
  // Two chunks are written with the old code before the last row waits for the locked record.
  const codes = Array.from({ length: 500 }, (_, index) => `MID${String(index).padStart(3, '0')}`);
  const rows = [...codes, lastAirport.code].map((code) => `${code},Midway ${code},CN,${city.code}`);
  const { id } = await clients.imports.uploadAndStage(editor, {
    entity: 'airport',
    content: ['code,name,country,city', ...rows].join('\n'),
  });
  const lockingTransaction = await service.db.transaction();
  let renamedCity: Schemas['City'];
  try {
    await lockingTransaction('airport').where('id', lastAirport.id).forUpdate();
    await editor.ok('applyImport', { path: { id }, body: { rows: 'all', status: 'pending' } }, 202);
    const appliedImport = clients.imports.runTasks(editor, id);
    const createdIds = () => service.db('airport').where('code', 'like', 'MID%').pluck('id');
    await expect.poll(async () => (await createdIds()).length, { timeout: 60_000 }).toBe(codes.length);
    renamedCity = await clients.changeCode(clients.cities, city);
    await lockingTransaction.rollback();
    expect((await appliedImport).outcomes).toEqual({ created: codes.length, updated: 1 });
  } finally {
    if (!lockingTransaction.isCompleted()) await lockingTransaction.rollback();
  }
  expect((await clients.airports.get(lastAirport.id)).record).toMatchObject({
    name: `Midway ${lastAirport.code}`,
    city: renamedCity.code,
  });
});

test('an import that renames a record updates each referring record once, at the end of the chunk', async () => {
  const editor = await service.as('editor');
  const [firstStation, secondStation] = [
    await clients.eurailStations.createPending(),
    await clients.eurailStations.createPending(),
  ];
  const childInFile = await clients.eurailStations.createPending({ parent: firstStation.code ?? null });
  const childNotInFile = await clients.eurailStations.createPending({ parent: secondStation.code ?? null });
  const content = [
    'code,name,country,uicCode',
    `${firstStation.code},One,DE,8000011`,
    `${childInFile.code},Child,DE,`,
    `${secondStation.code},Two,DE,8000029`,
  ].join('\n');
  const { id } = await clients.imports.uploadAndStage(editor, { entity: 'eurail_station', content });
  expect(await clients.imports.apply(editor, id, { rows: 'all' })).toMatchObject({ outcomes: { updated: 3 } });
  const actions = ({ id: recordId }: { id: number }) =>
    clients.eurailStations.dataLogRows({ id: recordId }).orderBy('version').pluck('action');
  expect(await actions(childInFile)).toEqual(['create', 'update', 'reference']);
  expect(await actions(childNotInFile)).toEqual(['create', 'reference']);
  for (const [child, parent] of [
    [childInFile, '8000011'],
    [childNotInFile, '8000029'],
  ] as const) {
    const { record } = await clients.eurailStations.get(child.id);
    expect(record.parent).toBe(parent);
    expect((await clients.lastChange(clients.eurailStations, child)).after).toEqual(record);
  }
  // Only the import has changed the child, so the revert restores it too.
  expect(await clients.imports.revert(editor, id)).toMatchObject({ outcomes: { restored: 3 } });
  expect((await clients.eurailStations.get(childInFile.id)).record).toMatchObject({
    name: childInFile.name,
    parent: firstStation.code,
  });
});
