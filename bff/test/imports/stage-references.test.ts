import { describe, expect, test } from 'vitest';
import { type ImportFile, setUpImports, stageAndSummarise } from './import-client.ts';

const { service, imports, editor } = await setUpImports();

const lines = (...texts: string[]) => texts.join('\n');
const stageFile = (file: ImportFile) => stageAndSummarise(imports, editor, file);

describe('references', () => {
  const stageCities = (missingReferences: 'refuse' | 'create' | 'leave', ...countries: string[]) =>
    stageFile({
      entity: 'city',
      content: lines('code,name,country', ...countries.map((country, index) => `XZ${index},City,${country}`)),
      options: { missingReferences },
    });

  test('are codes or names in any language, and missing records are refused, created or ignored', async () => {
    expect((await stageCities('refuse', 'FR', 'fr', '法国', 'France', 'QQ', 'Atlantis')).summaries).toEqual([
      ...['new XZ0', 'new XZ1', 'new XZ2', 'new XZ3'],
      ...['refused XZ4 country unknownReference', 'refused XZ5 country unknownReference'],
    ]);
    const creatingImport = await stageCities('create', 'QQ', 'Atlantis');
    expect(creatingImport.summaries).toEqual(['new XZ0', 'refused XZ1 country noCodeToCreate']);
    const ignoringImport = await stageCities('leave', 'QQ', 'Atlantis');
    expect(ignoringImport.summaries).toEqual(['new XZ0', 'new XZ1']);
    expect((await editor.ok('getImportRow', { path: { id: ignoringImport.id, row: 1 } })).after).toMatchObject({
      country: null,
    });
    expect(await service.db('country').where('code', 'QQ')).toEqual([]);
  });

  test('to missing codes create records in the country of the row, but missing names do not', async () => {
    const content = lines(
      'code,name,country,city',
      'XZA,A,US,QMS',
      'XZB,B,US,Bensalem',
      'XZC,C,US,BENSALEM',
      'XZD,D,US,Ulm',
      'XZE,E,,QMS',
      'XZF,F,QX,QMT',
    );
    const { id, rows, summaries } = await stageFile({
      entity: 'airport',
      content,
      options: { missingReferences: 'create' },
    });
    expect(summaries).toEqual([
      'new XZA',
      ...['XZB', 'XZC', 'XZD'].map((code) => `refused ${code} city noCodeToCreate`),
      'refused XZE city noCountryToCreate',
      'new XZF',
    ]);
    expect(rows[1]?.problems[0]?.message).toBe('没有同名的记录；新建须填写代码，名称不能用作代码：Bensalem');
    expect(rows[4]?.problems[0]?.message).toBe('引用的记录不存在；新建须在这一行填写国家/地区：QMS');
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 2 } });
    const createdCities = await service
      .db('city')
      .join('country', 'country.id', 'city.country_id')
      .whereIn('city.code', ['QMS', 'QMT', 'BENSALEM'])
      .orderBy('city.code')
      .select('city.code', 'city.status', { country: 'country.code' });
    expect(createdCities).toEqual([
      { code: 'QMS', status: 'pending', country: 'US' },
      { code: 'QMT', status: 'pending', country: 'QX' },
    ]);
  });

  test('that two rows of different countries share create a record for the first row', async () => {
    const content = lines('code,name,country,city', 'XYA,A,US,QMU', 'XYB,B,FR,QMU');
    const { id } = await stageFile({ entity: 'airport', content, options: { missingReferences: 'create' } });
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 1, refused: 1 } });
    const [, secondRow] = await imports.rows(editor, id);
    expect(secondRow?.problems).toMatchObject([{ column: 'city', rule: 'otherCountry' }]);
  });

  test('by a name of several records are ambiguous, unless the country distinguishes them', async () => {
    const [fr, gb] = await Promise.all(['FR', 'GB'].map((code) => service.db('country').where({ code }).first('id')));
    const { id: _, search: __, ...template } = await service.db('city').first();
    for (const [code, country_id] of [
      ['QZA', fr.id],
      ['QZB', gb.id],
    ] as const)
      await service
        .db('city')
        .insert({ ...template, code, country_id, name: 'Twinham', locales: '{}', iata_code: null, cn_code: null });
    const content = lines('code,name,country,city', 'XZA,A,,Twinham', 'XZB,B,GB,Twinham', 'XZC,C,DE,Twinham');
    const refusingImport = await stageFile({ entity: 'airport', content, options: { missingReferences: 'refuse' } });
    expect(refusingImport.summaries).toEqual([
      'refused XZA city ambiguousReference',
      'new XZB',
      'refused XZC city unknownReference',
    ]);
    expect((await editor.ok('getImportRow', { path: { id: refusingImport.id, row: 2 } })).after).toMatchObject({
      city: 'QZB',
    });
  });

  test('to rows of the same file resolve in any order, unless those rows are refused', async () => {
    const content = lines(
      'code,name,parent',
      'TEST-1,Child,TEST-3',
      'TEST-2,Grandchild,TEST-1',
      'TEST-3,Parent,',
      'TEST-4,Orphan,TEST-5',
      'TEST-5,,',
      'TEST-6,Orphan of an orphan,TEST-4',
    );
    const refusingImport = await stageFile({ entity: 'eurail_station', content });
    expect(refusingImport.summaries).toEqual([
      ...['new TEST-1', 'new TEST-2', 'new TEST-3'],
      ...['refused TEST-4 parent unknownReference', 'refused TEST-5 name required'],
      'refused TEST-6 parent unknownReference',
    ]);
    expect(refusingImport.counts).toMatchObject({ new: 3, refused: 3 });
    const ignoringImport = await stageFile({
      entity: 'eurail_station',
      content,
      options: { missingReferences: 'leave' },
    });
    expect(ignoringImport.counts).toMatchObject({ new: 5, refused: 1 });
    const after = async (row: number) =>
      (await editor.ok('getImportRow', { path: { id: ignoringImport.id, row } })).after;
    expect([await after(1), await after(4)]).toMatchObject([{ parent: 'TEST-3' }, { parent: null }]);
  });
});
