import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { createRelatedKinds } from '../kit/renames.ts';
import { type Service, startService } from '../kit/service.ts';
import { createImportClient, describeRows } from './import-client.ts';

let all: ReturnType<typeof createRelatedKinds> & { imports: ReturnType<typeof createImportClient> };
let service: Service;
beforeAll(async () => {
  service = await startService();
  all = { ...createRelatedKinds(service), imports: createImportClient(service) };
  await sequenceAll(service.db);
});
afterAll(() => service.stop());

test('an import that was staged before a rename can be applied with the codes of its file', async () => {
  const editor = await service.as('editor');
  const city = await all.cities.createPending();
  const port = await all.airports.createPending({ city: city.code });
  const fresh = await all.airports.freeCode();
  const content = [
    'code,name,country,city',
    `${port.code},Imported,CN,${city.code}`,
    `${fresh},Fresh,CN,${city.code}`,
  ].join('\n');
  const { id } = await all.imports.uploadAndStage(editor, { entity: 'airport', content });
  const { code } = await all.rename(all.cities, city);
  await all.imports.apply(editor, id, { rows: 'all' });
  expect(describeRows(await all.imports.rows(editor, id))).toEqual([`${port.code} updated`, `${fresh} created`]);
  expect((await all.airports.get(port.id)).record).toMatchObject({ name: 'Imported', city: code, version: 3 });
  // what was written is still the import's when the city is renamed once more, so that it can be taken back
  const again = await all.rename(all.cities, city);
  expect(await all.imports.revert(editor, id)).toMatchObject({ outcomes: { restored: 1, removed: 1 } });
  expect((await all.airports.get(port.id)).record).toMatchObject({ name: port.name, city: again.code });
});

test('an import continues with the codes of its file if a record is renamed while it is applied', async () => {
  const editor = await service.as('editor');
  const city = await all.cities.createPending();
  const last = await all.airports.createPending();
  // two chunks have been written, which know the code, when the last row has to wait for its record
  const codes = Array.from({ length: 500 }, (_, at) => `MID${String(at).padStart(3, '0')}`);
  const rows = [...codes, last.code].map((code) => `${code},Midway ${code},CN,${city.code}`);
  const { id } = await all.imports.uploadAndStage(editor, {
    entity: 'airport',
    content: ['code,name,country,city', ...rows].join('\n'),
  });
  const other = await service.db.transaction();
  let renamed: Schemas['City'];
  try {
    await other('airport').where('id', last.id).forUpdate();
    await editor.ok('applyImport', { path: { id }, body: { rows: 'all', status: 'pending' } }, 202);
    const working = all.imports.runTasks(editor, id);
    const written = () => service.db('airport').where('code', 'like', 'MID%').pluck('id');
    await expect.poll(async () => (await written()).length, { timeout: 60_000 }).toBe(codes.length);
    renamed = await all.rename(all.cities, city);
    await other.rollback();
    expect((await working).outcomes).toEqual({ created: codes.length, updated: 1 });
  } finally {
    if (!other.isCompleted()) await other.rollback();
  }
  expect((await all.airports.get(last.id)).record).toMatchObject({ name: `Midway ${last.code}`, city: renamed.code });
});

test('an import that renames a record updates each referring record once, at the end of the chunk', async () => {
  const editor = await service.as('editor');
  const [one, two] = [await all.rails.createPending(), await all.rails.createPending()];
  const inFile = await all.rails.createPending({ parent: one.code ?? null });
  const beside = await all.rails.createPending({ parent: two.code ?? null });
  const content = [
    'code,name,country,uicCode',
    `${one.code},One,DE,8000011`,
    `${inFile.code},Child,DE,`,
    `${two.code},Two,DE,8000029`,
  ].join('\n');
  const { id } = await all.imports.uploadAndStage(editor, { entity: 'eurail_station', content });
  expect(await all.imports.apply(editor, id, { rows: 'all' })).toMatchObject({ outcomes: { updated: 3 } });
  const actions = ({ id: recordId }: { id: number }) =>
    all.rails.dataLogRows({ id: recordId }).orderBy('version').pluck('action');
  expect(await actions(inFile)).toEqual(['create', 'update', 'reference']);
  expect(await actions(beside)).toEqual(['create', 'reference']);
  for (const [child, parent] of [
    [inFile, '8000011'],
    [beside, '8000029'],
  ] as const) {
    const { record } = await all.rails.get(child.id);
    expect(record.parent).toBe(parent);
    expect((await all.lastChange(all.rails, child)).after).toEqual(record);
  }
  // nobody else has worked on the child, so that it is taken back with the rest
  expect(await all.imports.revert(editor, id)).toMatchObject({ outcomes: { restored: 3 } });
  expect((await all.rails.get(inFile.id)).record).toMatchObject({ name: inFile.name, parent: one.code });
});
