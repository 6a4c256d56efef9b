import { expect, test } from 'vitest';
import { pruneImports } from '../../src/imports/prune-imports.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();
const { db } = service;
const [admin, reviewer] = await Promise.all([service.as('admin'), service.as('reviewer')]);
const approve = { event: 'approve' } as const;

const stageCity = (code: string, country = 'CN') =>
  imports.uploadAndStage(editor, {
    entity: 'city',
    filename: `${code}.csv`,
    content: `code,name,country\n${code},City,${country}`,
  });
const readSet = (importId: number) => db('change_set').where('import_id', importId).first();
const readWriters = async (importId: number): Promise<string[]> => {
  const { id } = await readSet(importId);
  const writers = db('change_set_writer').where('set_id', id).join('user', 'user.id', 'user_id');
  return writers.orderBy('username').pluck('username');
};

test('an import has a change set from the time when it is applied, which a second person releases', async () => {
  const { id } = await stageCity('SETONE');
  expect(await readSet(id)).toBeUndefined();
  await imports.apply(admin, id);
  const submitted = await readSet(id);
  expect(submitted).toMatchObject({
    kind: 'import',
    title: 'SETONE.csv',
    status: 'submitted',
    author: 'admin',
    import_id: id,
    release_time: null,
    decided_by: null,
    effective_on: null,
  });
  expect(submitted.submit_time).toBeInstanceOf(Date);
  expect(await readWriters(id)).toEqual(['admin', 'editor']);

  await imports.decide(reviewer, id, { ...approve, reason: 'As published' });
  const released = await readSet(id);
  expect(released).toMatchObject({
    id: submitted.id,
    status: 'released',
    decided_by: 'reviewer',
    reason: 'As published',
    submit_time: submitted.submit_time,
  });
  expect(released.release_time).toBeInstanceOf(Date);
  expect(released.version).toBeGreaterThan(submitted.version);

  await imports.decide(reviewer, id, { event: 'activate' });
  expect(await readSet(id)).toMatchObject({ status: 'released', release_time: released.release_time });
  await imports.revert(editor, id);
  expect(await readSet(id)).toMatchObject({ id: submitted.id, status: 'reverted' });
});

test('a change set stays submitted while a record lacks what its approval requires, and is rejected as a whole', async () => {
  const { id } = await stageCity('SETTWO', '');
  await imports.apply(editor, id);
  await imports.decide(reviewer, id, approve);
  expect(await readSet(id)).toMatchObject({ status: 'submitted', decided_by: 'reviewer' });
  await imports.decide(reviewer, id, { event: 'reject', reason: 'No country' });
  expect(await readSet(id)).toMatchObject({ status: 'rejected', reason: 'No country', release_time: null });
});

test('an import that leaves nothing to review is released when it is applied', async () => {
  const { id } = await stageCity('SETTHREE');
  await editor.ok('createCity', { body: { code: 'SETTHREE', name: 'City', country: 'CN' } }, 201);
  expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { conflicting: 1 } });
  expect(await readSet(id)).toMatchObject({ status: 'released', submit_time: null });
});

test('an import that an earlier release applied gets its change set when it is decided on', async () => {
  const { id } = await stageCity('SETFOUR');
  await imports.apply(editor, id);
  await db('change_set').where('import_id', id).delete();
  await imports.decide(reviewer, id, approve);
  expect(await readSet(id)).toMatchObject({ status: 'released', author: 'editor', decided_by: 'reviewer' });
  expect(await readWriters(id)).toEqual(['editor']);
});

test('the change set of an import outlives it', async () => {
  const { id } = await stageCity('SETFIVE');
  await imports.apply(editor, id);
  const set = await readSet(id);
  await db('import').where({ id }).update({ update_time: '2000-01-01' });
  expect(await pruneImports(db)).toBe(1);
  // its record is now reviewed by itself
  expect(await db('change_set').where('id', set.id).first()).toMatchObject({ import_id: null, status: 'released' });

  const { id: openId } = await stageCity('SETSIX');
  await imports.apply(editor, openId);
  const { id: openSetId } = await readSet(openId);
  // as an application leaves it whose worker died before the first row
  await db('change_set').where('id', openSetId).update({ status: 'open' });
  await db('import').where({ id: openId }).update({ status: 'staged' });
  await editor.ok('deleteImport', { path: { id: openId } });
  expect(await db('change_set').where('id', openSetId).first()).toMatchObject({ import_id: null, status: 'withdrawn' });
});
