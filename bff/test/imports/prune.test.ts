import { expect, test } from 'vitest';
import { pruneImports } from '../../src/imports/prune-imports.ts';
import { callWhileLocked } from '../kit/database/lock-waits.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();
const { db } = service;

const uploadAndPreview = async (code: string) => {
  const id = await imports.upload(editor, { entity: 'city', content: `code,name,country\n${code},x,CN` });
  await imports.preview(editor, id);
  return id;
};
const makeExpired = (id: number) => db('import').where({ id }).update({ update_time: '2000-01-01' });
const listRows = (id: number) => imports.rows(editor, id);

test('an import with an unfinished task is kept at any age', async () => {
  const id = await uploadAndPreview('WAITS');
  await editor.ok('stageImport', { path: { id } }, 202);
  await makeExpired(id);
  expect(await pruneImports(db)).toBe(0);
  expect(await imports.runTasks(editor, id)).toMatchObject({ status: 'staged' });
});

test('an import that is started while it is being removed is kept', async () => {
  const id = await uploadAndPreview('REVIVED');
  await imports.stage(editor, id);
  await makeExpired(id);
  const count = await callWhileLocked(
    db,
    () => pruneImports(service.db),
    async (trx) =>
      trx('import')
        .where({ id })
        .update({ update_time: trx.raw('NOW(3)') }),
  );
  expect(count).toBe(0);
  expect(await listRows(id)).toHaveLength(1);
});

test('rows that an interrupted removal has left are removed by the next one', async () => {
  const id = await uploadAndPreview('ORPHAN');
  await imports.stage(editor, id);
  const otherId = await uploadAndPreview('OTHER');
  await imports.stage(editor, otherId);
  await db('import').where({ id }).delete();
  expect(await pruneImports(db)).toBe(0);
  expect(await db('import_row').where('import_id', id)).toEqual([]);
  expect(await listRows(otherId)).toHaveLength(1);
});

test('the list of records that a removed import has created is removed, also without rows', async () => {
  const admin = await service.as('admin');
  const options = { missingReferences: 'create' } as const;
  const content = 'code,name,country\nREFERS,x,XQ';
  const { id } = await imports.uploadAndStage(admin, { entity: 'city', content, options });
  await imports.apply(admin, id);
  const listReferences = () => db('import_reference').where('import_id', id);
  expect(await listReferences()).toHaveLength(1);
  await db('import').where({ id }).delete();
  await db('import_row').where('import_id', id).delete();
  expect(await pruneImports(db)).toBe(0);
  expect(await listReferences()).toEqual([]);
});
