import { describe, expect, test } from 'vitest';
import { readEvents } from '../kit/events.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { putPart, setUpImports } from './import-client.ts';

const MIB = 2 ** 20;

const { service, imports, editor } = await setUpImports();

const createImport = async (bytes: number, filename = 'countries.csv') =>
  (await editor.ok('createImport', { body: { entity: 'country', filename, bytes } }, 201)).import;

describe('the parts of a file', () => {
  const bytes = Buffer.concat([Buffer.alloc(MIB, 'a'), Buffer.alloc(MIB, 'b'), Buffer.from('end')]);
  const part = (index: number) => bytes.subarray(index * MIB, (index + 1) * MIB);

  test('can be sent in any order and repeated, and complete the file once all have arrived', async () => {
    const { id, status, received } = await createImport(bytes.length);
    expect({ status, received }).toEqual({ status: 'uploading', received: 0 });
    await putPart(editor, id, 2, part(2));
    await putPart(editor, id, 0, part(1));
    expect((await putPart(editor, id, 0, part(0))).data).toMatchObject({
      import: { status: 'uploading', received: MIB + 3 },
    });
    for (const call of [
      editor.expectRefusal('previewImport', { path: { id }, body: {} }, 'invalidTransition'),
      editor.expectRefusal('stageImport', { path: { id } }, 'invalidTransition'),
      editor.expectRefusal('exportImportReport', { path: { id } }, 'invalidTransition'),
      editor.expectRefusal('cancelImport', { path: { id } }, 'invalidTransition'),
      editor.expectRefusal('getImportRow', { path: { id, row: 1 } }, 'notFound'),
    ])
      await call;
    const completeImport = { import: { status: 'uploaded', received: bytes.length } };
    expect((await putPart(editor, id, 1, part(1))).data).toMatchObject(completeImport);
    // A client that did not get the answer sends the part again.
    expect((await putPart(editor, id, 1, part(1))).data).toMatchObject(completeImport);
    expect((await putPart(editor, id, 1, part(0))).data).toMatchObject({ key: 'invalidTransition' });
    const storedParts = await service.db('import_part').where('import_id', id).orderBy('part').pluck('content');
    expect(Buffer.concat(storedParts).equals(bytes)).toBe(true);
  });

  test('must have the right size', async () => {
    const { id } = await createImport(MIB + 3);
    expect(await putPart(editor, id, 0, part(0).subarray(1))).toMatchObject({ data: { key: 'invalidRequest' } });
    expect(await putPart(editor, id, 1, Buffer.from('four'))).toMatchObject({ data: { key: 'tooLarge' } });
    expect(await putPart(editor, id, 2, Buffer.from('x'))).toMatchObject({ data: { key: 'tooLarge' } });
    expect(await putPart(editor, id, 0, Buffer.alloc(MIB + 1))).toMatchObject({ data: { key: 'tooLarge' } });
    expect(await putPart(editor, id, 64, Buffer.from('x'))).toMatchObject({ data: { key: 'validationError' } });
    expect(await imports.get(editor, id)).toMatchObject({ status: 'uploading', received: 0 });
    const body = { entity: 'country' as const, filename: 'a.csv', bytes: 64 * MIB + 1 };
    expect(await editor.expectRefusal('createImport', { body }, 'validationError')).toMatchObject({
      fields: [{ pointer: '/bytes', rule: 'maximum' }],
    });
    for (const filename of ['a/b.csv', 'a\\b.csv', 'a\u0000.csv', ''])
      await editor.expectRefusal('createImport', { body: { ...body, bytes: 1, filename } }, 'validationError');
  });

  test('are accepted only from the user who started the import, and only with the permission to import', async () => {
    const { id } = await createImport(3);
    const otherUser = await service.clientWith('country:import');
    expect(await putPart(otherUser, id, 0, Buffer.from('abc'))).toMatchObject({ data: { key: 'forbidden' } });
    const reviewer = await service.clientWith('country:review');
    expect(await putPart(reviewer, id, 0, Buffer.from('abc'))).toMatchObject({
      data: { key: 'forbidden', permission: 'country:import' },
    });
    const unrelatedUser = await service.clientWith('city:import', 'country:read');
    expect(await putPart(unrelatedUser, id, 0, Buffer.from('abc'))).toMatchObject({ data: { key: 'notFound' } });
  });
});

describe('an import', () => {
  test('can be started by users who may import its entity, and read by users who may import or review it', async () => {
    const unrelatedUser = await service.clientWith('city:import', 'country:read', 'country:review');
    const body = { entity: 'country' as const, filename: 'a.csv', bytes: 1 };
    expect(await unrelatedUser.expectRefusal('createImport', { body }, 'forbidden')).toMatchObject({
      permission: 'country:import',
    });
    const { id } = await createImport(1);
    const reviewer = await service.clientWith('country:review');
    expect((await reviewer.ok('getImport', { path: { id } })).import).toMatchObject({ id, createdBy: 'editor' });
    for (const call of [
      reviewer.expectRefusal('previewImport', { path: { id }, body: {} }, 'forbidden'),
      reviewer.expectRefusal('stageImport', { path: { id } }, 'forbidden'),
      reviewer.expectRefusal('cancelImport', { path: { id } }, 'forbidden'),
      reviewer.expectRefusal('deleteImport', { path: { id } }, 'forbidden'),
    ])
      expect(await call).toMatchObject({ permission: 'country:import' });
    const otherImporter = await service.clientWith('city:import', 'country:update');
    for (const call of [
      otherImporter.expectRefusal('getImport', { path: { id } }, 'notFound'),
      otherImporter.expectRefusal('streamImport', { path: { id } }, 'notFound'),
      otherImporter.expectRefusal('previewImport', { path: { id }, body: {} }, 'notFound'),
      otherImporter.expectRefusal('stageImport', { path: { id } }, 'notFound'),
      otherImporter.expectRefusal('listImportRows', { path: { id } }, 'notFound'),
      otherImporter.expectRefusal('getImportRow', { path: { id, row: 1 } }, 'notFound'),
      otherImporter.expectRefusal('exportImportReport', { path: { id } }, 'notFound'),
      otherImporter.expectRefusal('cancelImport', { path: { id } }, 'notFound'),
      otherImporter.expectRefusal('deleteImport', { path: { id } }, 'notFound'),
      editor.expectRefusal('getImport', { path: { id: 4294967295 } }, 'notFound'),
    ])
      await call;
  });

  test('is listed for users who may see it, newest first', async () => {
    const [olderImport, newerImport] = [await createImport(1, 'one.csv'), await createImport(1, 'two.csv')];
    const firstPage = await editor.ok('listImports', { query: { limit: 1 } });
    expect(firstPage.items).toMatchObject([
      { id: newerImport.id, filename: 'two.csv', review: 'second-person', ownWork: true },
    ]);
    const secondPage = await editor.ok('listImports', { query: { limit: 1, cursor: firstPage.nextCursor ?? '' } });
    expect(secondPage.items).toMatchObject([{ id: olderImport.id }]);
    expect((await editor.ok('listImports', { query: { entity: 'city' } })).total).toBe(0);
    const otherImporter = await service.clientWith('city:import');
    expect(await otherImporter.ok('listImports')).toMatchObject({ items: [], total: 0, nextCursor: null });
  });

  test('can be deleted with its file if it has changed nothing', async () => {
    const id = await imports.upload(editor, { entity: 'country', content: 'code,name\nXA,A\n' });
    await imports.preview(editor, id);
    await imports.stage(editor, id);
    await editor.ok('deleteImport', { path: { id } });
    await editor.expectRefusal('getImport', { path: { id } }, 'notFound');
    for (const table of ['import_part', 'import_row'])
      expect(await service.db(table).where('import_id', id)).toEqual([]);
    const appliedImport = await createImport(1);
    await service.db('import').where('id', appliedImport.id).update({ status: 'applied' });
    await editor.expectRefusal('deleteImport', { path: { id: appliedImport.id } }, 'invalidTransition');
  });

  test('is gone as soon as it is discarded, while its rows are removed in batches', async () => {
    const { id } = await createImport(1);
    await service.db.raw(
      `INSERT INTO import_row (import_id, n, line, state, outcome, record_id, version)
       SELECT ?, n, n, 'new', '', 0, 0 FROM (${numbersSql(6000)}) AS numbers`,
      [id],
    );
    const rowsLeft = async () => (await service.db('import_row').where('import_id', id).pluck('n')).length;
    const holder = await service.db.transaction();
    try {
      // a row of the second batch
      await holder('import_row').where({ import_id: id, n: 5500 }).forUpdate().select('n');
      const discarding = editor.ok('deleteImport', { path: { id } });
      await expect.poll(rowsLeft).toBe(1000);
      await editor.expectRefusal('getImport', { path: { id } }, 'notFound');
      await holder.rollback();
      await discarding;
    } finally {
      if (!holder.isCompleted()) await holder.rollback();
    }
    expect(await rowsLeft()).toBe(0);
  });

  test('is streamed until its reader may no longer see it', async () => {
    const reader = await service.clientWith('country:import');
    const body = { entity: 'country' as const, filename: 'a.csv', bytes: 3 };
    const { id } = (await reader.ok('createImport', { body }, 201)).import;
    const events = readEvents(await reader.raw('GET', `/dc/api/v1/imports/${id}/events`));
    expect((await events.next()).value).toMatchObject({ import: { id, status: 'uploading' } });
    await putPart(reader, id, 0, Buffer.from('abc'));
    expect((await events.next()).value).toMatchObject({ import: { id, status: 'uploaded', received: 3 } });
    await reader.ok('deleteImport', { path: { id } });
    expect((await events.next()).done).toBe(true);
  });
});

test('the known public formats are readable by every signed-in user', async () => {
  const { items } = await (await service.clientWith()).ok('listImportPresets');
  expect(items).toContainEqual(
    expect.objectContaining({ key: 'ourairports-airports', entity: 'airport', licence: 'Public domain' }),
  );
});

describe('imports that were not applied', () => {
  const body = { entity: 'city', filename: 'cities.csv', bytes: 10 } as const;
  const insertImports = async (id: number, count: number, bytes: number) => {
    const currentTime = new Date();
    const row = {
      ...body,
      bytes,
      status: 'uploaded',
      created_by_id: id,
      created_by: 'x',
      create_time: currentTime,
      update_time: currentTime,
    };
    await service.db('import').insert(Array.from({ length: count }, () => row));
  };

  test('are limited in number, also if several are started simultaneously', async () => {
    const importer = await service.clientWith('city:import');
    await insertImports(importer.id, 99, 10);
    const replies = await Promise.all([1, 2, 3].map(() => importer.call('createImport', { body })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const refusal = await importer.expectRefusal('createImport', { body }, 'tooManyImports');
    expect(refusal.message).toBe('你有 100 次导入尚未完成，请先完成或丢弃一些');
    const englishReply = await importer.call('createImport', { body, headers: { 'Accept-Language': 'en' } });
    expect(englishReply.message).toBe('You have 100 unfinished imports. Finish or discard some first');

    await (await service.clientWith('city:import')).ok('createImport', { body }, 201);
    const { id } = await service.db('import').where('created_by_id', importer.id).first('id');
    await importer.ok('deleteImport', { path: { id } });
    await importer.ok('createImport', { body }, 201);
  });

  test('are limited in bytes, not counting applied ones', async () => {
    const importer = await service.clientWith('city:import');
    await insertImports(importer.id, 16, 64 * 2 ** 20);
    await importer.expectRefusal('createImport', { body }, 'tooManyImports');
    await service.db('import').where('created_by_id', importer.id).limit(1).update({ apply_time: new Date() });
    await importer.ok('createImport', { body }, 201);
  });
});
