import { describe, expect, test } from 'vitest';
import { readEvents } from '../kit/events.ts';
import { putPart, setUpImports } from './import-client.ts';

const mebibyte = 2 ** 20;

const { service, imports, editor } = await setUpImports();

const begin = async (bytes: number, filename = 'countries.csv') =>
  (await editor.ok('createImport', { body: { entity: 'country', filename, bytes } }, 201)).import;

describe('the parts of a file', () => {
  const bytes = Buffer.concat([Buffer.alloc(mebibyte, 'a'), Buffer.alloc(mebibyte, 'b'), Buffer.from('end')]);
  const part = (index: number) => bytes.subarray(index * mebibyte, (index + 1) * mebibyte);

  test('can be sent in any order and repeated, and make up the file once all are there', async () => {
    const { id, status, received } = await begin(bytes.length);
    expect({ status, received }).toEqual({ status: 'uploading', received: 0 });
    await putPart(editor, id, 2, part(2));
    await putPart(editor, id, 0, part(1));
    expect((await putPart(editor, id, 0, part(0))).data).toMatchObject({
      import: { status: 'uploading', received: mebibyte + 3 },
    });
    for (const call of [
      editor.expectRefusal('previewImport', { path: { id }, body: {} }, 'invalidTransition'),
      editor.expectRefusal('stageImport', { path: { id } }, 'invalidTransition'),
      editor.expectRefusal('exportImportReport', { path: { id } }, 'invalidTransition'),
      editor.expectRefusal('cancelImport', { path: { id } }, 'invalidTransition'),
      editor.expectRefusal('getImportRow', { path: { id, row: 1 } }, 'notFound'),
    ])
      await call;
    const whole = { import: { status: 'uploaded', received: bytes.length } };
    expect((await putPart(editor, id, 1, part(1))).data).toMatchObject(whole);
    // whoever has not heard of it sends it again
    expect((await putPart(editor, id, 1, part(1))).data).toMatchObject(whole);
    expect((await putPart(editor, id, 1, part(0))).data).toMatchObject({ key: 'invalidTransition' });
    const stored = await service.db('import_part').where('import_id', id).orderBy('part').pluck('content');
    expect(Buffer.concat(stored).equals(bytes)).toBe(true);
  });

  test('must have the right size', async () => {
    const { id } = await begin(mebibyte + 3);
    expect(await putPart(editor, id, 0, part(0).subarray(1))).toMatchObject({ data: { key: 'invalidRequest' } });
    expect(await putPart(editor, id, 1, Buffer.from('four'))).toMatchObject({ data: { key: 'tooLarge' } });
    expect(await putPart(editor, id, 2, Buffer.from('x'))).toMatchObject({ data: { key: 'tooLarge' } });
    expect(await putPart(editor, id, 0, Buffer.alloc(mebibyte + 1))).toMatchObject({ data: { key: 'tooLarge' } });
    expect(await putPart(editor, id, 64, Buffer.from('x'))).toMatchObject({ data: { key: 'validationError' } });
    expect(await imports.get(editor, id)).toMatchObject({ status: 'uploading', received: 0 });
    const body = { entity: 'country' as const, filename: 'a.csv', bytes: 64 * mebibyte + 1 };
    expect(await editor.expectRefusal('createImport', { body }, 'validationError')).toMatchObject({
      fields: [{ pointer: '/bytes', rule: 'maximum' }],
    });
    for (const filename of ['a/b.csv', 'a\\b.csv', 'a\u0000.csv', ''])
      await editor.expectRefusal('createImport', { body: { ...body, bytes: 1, filename } }, 'validationError');
  });

  test('are accepted only from the user who began, while they may import', async () => {
    const { id } = await begin(3);
    const other = await service.clientWith('country:import');
    expect(await putPart(other, id, 0, Buffer.from('abc'))).toMatchObject({ data: { key: 'forbidden' } });
    const reviewer = await service.clientWith('country:review');
    expect(await putPart(reviewer, id, 0, Buffer.from('abc'))).toMatchObject({
      data: { key: 'forbidden', permission: 'country:import' },
    });
    const stranger = await service.clientWith('city:import', 'country:read');
    expect(await putPart(stranger, id, 0, Buffer.from('abc'))).toMatchObject({ data: { key: 'notFound' } });
  });
});

describe('an import', () => {
  test('can be started by users who may import its kind, and read by those who may import or review it', async () => {
    const stranger = await service.clientWith('city:import', 'country:read', 'country:review');
    const body = { entity: 'country' as const, filename: 'a.csv', bytes: 1 };
    expect(await stranger.expectRefusal('createImport', { body }, 'forbidden')).toMatchObject({
      permission: 'country:import',
    });
    const { id } = await begin(1);
    const reviewer = await service.clientWith('country:review');
    expect((await reviewer.ok('getImport', { path: { id } })).import).toMatchObject({ id, createdBy: 'editor' });
    for (const call of [
      reviewer.expectRefusal('previewImport', { path: { id }, body: {} }, 'forbidden'),
      reviewer.expectRefusal('stageImport', { path: { id } }, 'forbidden'),
      reviewer.expectRefusal('cancelImport', { path: { id } }, 'forbidden'),
      reviewer.expectRefusal('deleteImport', { path: { id } }, 'forbidden'),
    ])
      expect(await call).toMatchObject({ permission: 'country:import' });
    const blind = await service.clientWith('city:import', 'country:update');
    for (const call of [
      blind.expectRefusal('getImport', { path: { id } }, 'notFound'),
      blind.expectRefusal('streamImport', { path: { id } }, 'notFound'),
      blind.expectRefusal('previewImport', { path: { id }, body: {} }, 'notFound'),
      blind.expectRefusal('stageImport', { path: { id } }, 'notFound'),
      blind.expectRefusal('listImportRows', { path: { id } }, 'notFound'),
      blind.expectRefusal('getImportRow', { path: { id, row: 1 } }, 'notFound'),
      blind.expectRefusal('exportImportReport', { path: { id } }, 'notFound'),
      blind.expectRefusal('cancelImport', { path: { id } }, 'notFound'),
      blind.expectRefusal('deleteImport', { path: { id } }, 'notFound'),
      editor.expectRefusal('getImport', { path: { id: 4294967295 } }, 'notFound'),
    ])
      await call;
  });

  test('is in the list of users who may see it, newest first', async () => {
    const [first, second] = [await begin(1, 'one.csv'), await begin(1, 'two.csv')];
    const seen = await editor.ok('listImports', { query: { limit: 1 } });
    expect(seen.items).toMatchObject([{ id: second.id, filename: 'two.csv', review: 'second-person', ownWork: true }]);
    const next = await editor.ok('listImports', { query: { limit: 1, cursor: seen.nextCursor ?? '' } });
    expect(next.items).toMatchObject([{ id: first.id }]);
    expect((await editor.ok('listImports', { query: { entity: 'city' } })).total).toBe(0);
    const blind = await service.clientWith('city:import');
    expect(await blind.ok('listImports')).toMatchObject({ items: [], total: 0, nextCursor: null });
  });

  test('can be deleted with its file if it has changed nothing', async () => {
    const id = await imports.upload(editor, { entity: 'country', content: 'code,name\nXA,A\n' });
    await imports.preview(editor, id);
    await imports.stage(editor, id);
    await editor.ok('deleteImport', { path: { id } });
    await editor.expectRefusal('getImport', { path: { id } }, 'notFound');
    for (const table of ['import_part', 'import_row'])
      expect(await service.db(table).where('import_id', id)).toEqual([]);
    const kept = await begin(1);
    await service.db('import').where('id', kept.id).update({ status: 'applied' });
    await editor.expectRefusal('deleteImport', { path: { id: kept.id } }, 'invalidTransition');
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
  const fill = async (id: number, count: number, bytes: number) => {
    const now = new Date();
    const row = {
      ...body,
      bytes,
      status: 'uploaded',
      created_by_id: id,
      created_by: 'x',
      create_time: now,
      update_time: now,
    };
    await service.db('import').insert(Array.from({ length: count }, () => row));
  };

  test('are limited in number, also if several are started simultaneously', async () => {
    const person = await service.clientWith('city:import');
    await fill(person.id, 99, 10);
    const begun = await Promise.all([1, 2, 3].map(() => person.call('createImport', { body })));
    expect(begun.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const refusal = await person.expectRefusal('createImport', { body }, 'tooManyImports');
    expect(refusal.message).toBe('您还有 100 个未应用的导入，请先应用或删除一些');
    const english = await person.call('createImport', { body, headers: { 'Accept-Language': 'en' } });
    expect(english.message).toBe('You have 100 imports that were not applied; apply or delete some first');

    await (await service.clientWith('city:import')).ok('createImport', { body }, 201);
    const { id } = await service.db('import').where('created_by_id', person.id).first('id');
    await person.ok('deleteImport', { path: { id } });
    await person.ok('createImport', { body }, 201);
  });

  test('are limited in bytes, not counting applied ones', async () => {
    const person = await service.clientWith('city:import');
    await fill(person.id, 16, 64 * 2 ** 20);
    await person.expectRefusal('createImport', { body }, 'tooManyImports');
    await service.db('import').where('created_by_id', person.id).limit(1).update({ apply_time: new Date() });
    await person.ok('createImport', { body }, 201);
  });
});
