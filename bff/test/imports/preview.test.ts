import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { workbookOf, zipOf } from '../kit/sample-files.ts';
import { type ImportFile, type ImportOptions, setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();

const plain = 'code,name,Währung\nXA,Åland,EUR\nXB,Bland,EUR\n';
const look = async (content: ImportFile['content'], entity: ImportFile['entity'] = 'country') => {
  const id = await imports.upload(editor, { entity, content });
  return { id, ...(await imports.preview(editor, id)) };
};
const told = (data: Awaited<ReturnType<typeof look>>): ImportOptions => {
  if (!data.import.options) throw new Error('nothing was detected');
  return data.import.options;
};

test('format, encoding and separator of a file are detected', async () => {
  const read = {
    columns: [
      { name: 'code', target: 'code', samples: ['XA', 'XB'] },
      { name: 'name', target: 'name', samples: ['Åland', 'Bland'] },
      { name: 'Währung', samples: ['EUR', 'EUR'] },
    ],
    rows: [
      { line: 2, cells: ['XA', 'Åland', 'EUR'] },
      { line: 3, cells: ['XB', 'Bland', 'EUR'] },
    ],
    fault: null,
  };
  const utf16 = Buffer.from(`\ufeff${plain.replaceAll(',', ';')}`, 'utf16le');
  for (const [content, options] of [
    [plain, { format: 'csv', encoding: 'utf-8', separator: ',', header: true, preset: null }],
    [gzipSync(`\ufeff${plain}`), { format: 'csv', encoding: 'utf-8' }],
    [await zipOf({ 'a.csv': plain }), { format: 'csv' }],
    [utf16, { encoding: 'utf-16le', separator: ';' }],
  ] as const)
    expect(await look(content)).toMatchObject({ ...read, import: { status: 'uploaded', options } });
  const sheet =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>code</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>XA</t></is></c></row>';
  expect(await look(await workbookOf({ rows: sheet }))).toMatchObject({
    columns: [{ name: 'code', target: 'code' }],
    rows: [{ line: 2, cells: ['XA'] }],
    import: { options: { format: 'xlsx' } },
  });
  expect(await look('{"code":"XA","name":null}\n')).toMatchObject({
    columns: [{ target: 'code' }, { target: 'name' }],
    rows: [{ line: 1, cells: ['XA', ''] }],
    import: { options: { format: 'ndjson' } },
  });
});

test('a public format is recognised by the file itself, for the kind of the import only', async () => {
  const head =
    'id,ident,type,name,latitude_deg,longitude_deg,elevation_ft,continent,iso_country,iso_region,municipality,scheduled_service,icao_code,iata_code,gps_code,local_code,home_link,wikipedia_link,keywords';
  const content = `${head}\n1,ZZZA,small_airport,A,1,2,,EU,FR,FR-X,,no,ZZZA,,,,,,\n`;
  expect(await look(content, 'airport')).toMatchObject({
    import: { options: { preset: 'ourairports-airports', targets: [], missingReferences: 'leave', timeZones: true } },
    fault: null,
  });
  expect((await look(content, 'city')).import.options).toMatchObject({ preset: null, missingReferences: 'refuse' });
});

test('rows with letters beyond ASCII are shown from anywhere in the file, with the number of unreadable ones', async () => {
  const rows = Array.from({ length: 300 }, (_, at) => `X${at},Plain`);
  const content = Buffer.from(['code,name', ...rows, 'PGX,Périgueux', 'AGP,Málaga'].join('\n'), 'latin1');
  const seen = await look(content, 'city');
  expect(seen.import.options).toMatchObject({ encoding: 'windows-1252' });
  expect([seen.text, seen.undecodable]).toEqual([
    [
      { line: 302, text: 'Périgueux' },
      { line: 303, text: 'Málaga' },
    ],
    0,
  ]);
  const other = await imports.preview(editor, seen.id, { ...told(seen), encoding: 'gb18030' });
  expect([other.text[0]?.text, other.undecodable]).toEqual(['P閞igueux', 0]);
  const wrong = await imports.preview(editor, seen.id, { ...told(seen), encoding: 'utf-8' });
  expect([wrong.text.map(({ text }) => text), wrong.undecodable]).toEqual([['P\ufffdrigueux', 'M\ufffdlaga'], 2]);
});

test('a column that matches more records than the key is suggested', async () => {
  const airports = await service.db('airport').whereNotNull('icao_code').limit(3).select('code', 'icao_code');
  const content = ['code,name,location', ...airports.map(({ code }, at) => `${at}XX,Airport,${code}`)].join('\n');
  const seen = await look(content, 'airport');
  expect(seen.betterKey).toEqual({ column: 'location', matches: 3, chosen: 0, rows: 3 });
  const now = await imports.preview(editor, seen.id, { ...told(seen), targets: [null, 'name', 'code'] });
  expect(now.betterKey).toBeNull();
});

test('detected options can be changed, and invalid combinations are refused', async () => {
  const seen = await look('XA;Åland\nXB;Bland\n');
  const { id } = seen;
  const asHeader = await imports.preview(editor, id, { ...told(seen), header: true });
  expect(asHeader.columns.map(({ name }) => name)).toEqual(['XA', 'Åland']);
  expect(asHeader.fault).toMatchObject({ key: 'noKey', message: '没有一列对应「code」，无法认出记录' });
  const options = { ...told(seen), header: false, targets: ['code', 'name[fr]'] };
  const now = await imports.preview(editor, id, options);
  expect(now).toMatchObject({ fault: null, import: { options }, rows: [{ line: 1, cells: ['XA', 'Åland'] }, {}] });
  expect(now.targets).toContainEqual({
    key: 'code',
    pointer: '/code',
    language: null,
    isKey: true,
    required: true,
    refers: false,
  });
  expect(now.targets).toContainEqual(expect.objectContaining({ key: 'name[fr]', pointer: '/locales/fr/name' }));
  // other columns, other targets
  const asOne = await imports.preview(editor, id, { ...options, separator: ',' });
  expect(asOne.columns).toHaveLength(1);
  const fields = async (wrong: Partial<ImportOptions>) =>
    (
      await editor.expectRefusal(
        'previewImport',
        { path: { id }, body: { options: { ...options, ...wrong } } },
        'validationError',
      )
    ).fields;
  expect(await fields({ targets: ['code', 'nonsense'] })).toMatchObject([
    { pointer: '/options/targets/1', rule: 'enum' },
  ]);
  expect(await fields({ targets: ['code', 'code'] })).toMatchObject([
    { pointer: '/options/targets/1', rule: 'uniqueItems' },
  ]);
  expect(await fields({ preset: 'trainline-stations' })).toMatchObject([{ pointer: '/options/preset', rule: 'enum' }]);
});

test('a mapping is remembered for files with the same columns once one was staged', async () => {
  const content = 'Kürzel,Benennung\nXA,Åland\n';
  const first = await look(content);
  expect(first).toMatchObject({ columns: [{ target: null }, { target: null }], fault: { key: 'noKey' } });
  const targets = ['code', 'name'];
  await imports.preview(editor, first.id, { ...told(first), targets });
  expect((await look(content)).columns).toMatchObject([{ target: null }, { target: null }]);
  await imports.stage(editor, first.id);
  expect((await look(content)).columns).toMatchObject([{ target: 'code' }, { target: 'name' }]);
  expect((await look(content, 'city')).columns).toMatchObject([{ target: null }, { target: null }]);
});

test('other options of a file discard its report, the same options do not', async () => {
  const seen = await look(plain);
  const { id } = seen;
  expect(await imports.stage(editor, id)).toMatchObject({ status: 'staged', counts: { new: 2 } });
  expect((await imports.preview(editor, id, told(seen))).import).toMatchObject({ status: 'staged' });
  expect(await imports.rows(editor, id)).toHaveLength(2);
  const { import: again } = await imports.preview(editor, id, { ...told(seen), missingReferences: 'create' });
  expect(again).toMatchObject({ status: 'uploaded', counts: null, stageTime: null });
  expect(await imports.rows(editor, id)).toEqual([]);
  expect(await imports.stage(editor, id)).toMatchObject({ status: 'staged', counts: { new: 2 } });
});
