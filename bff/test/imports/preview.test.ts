import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildWorkbook, buildZip } from '../kit/files/sample-files.ts';
import { type ImportFile, type ImportOptions, setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();

const plainContent = 'code,name,Währung\nXA,Åland,EUR\nXB,Bland,EUR\n';
const uploadAndPreview = async (content: ImportFile['content'], entity: ImportFile['entity'] = 'country') => {
  const id = await imports.upload(editor, { entity, content });
  return { id, ...(await imports.preview(editor, id)) };
};
const optionsOf = (data: Awaited<ReturnType<typeof uploadAndPreview>>): ImportOptions => {
  if (!data.import.options) throw new Error('No options were detected.');
  return data.import.options;
};

test('format, encoding and separator of a file are detected', async () => {
  const expectedPreview = {
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
  const utf16 = Buffer.from(`\ufeff${plainContent.replaceAll(',', ';')}`, 'utf16le');
  for (const [content, options] of [
    [plainContent, { format: 'csv', encoding: 'utf-8', separator: ',', header: true, preset: null }],
    [gzipSync(`\ufeff${plainContent}`), { format: 'csv', encoding: 'utf-8' }],
    [await buildZip({ 'a.csv': plainContent }), { format: 'csv' }],
    [utf16, { encoding: 'utf-16le', separator: ';' }],
  ] as const)
    expect(await uploadAndPreview(content)).toMatchObject({
      ...expectedPreview,
      import: { status: 'uploaded', options },
    });
  const sheet =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>code</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>XA</t></is></c></row>';
  expect(await uploadAndPreview(await buildWorkbook({ rows: sheet }))).toMatchObject({
    columns: [{ name: 'code', target: 'code' }],
    rows: [{ line: 2, cells: ['XA'] }],
    import: { options: { format: 'xlsx' } },
  });
  expect(await uploadAndPreview('{"code":"XA","name":null}\n')).toMatchObject({
    columns: [{ target: 'code' }, { target: 'name' }],
    rows: [{ line: 1, cells: ['XA', ''] }],
    import: { options: { format: 'ndjson' } },
  });
});

test('a public format is recognised from the content, and only for the entity of the import', async () => {
  const head =
    'id,ident,type,name,latitude_deg,longitude_deg,elevation_ft,continent,iso_country,iso_region,municipality,scheduled_service,icao_code,iata_code,gps_code,local_code,home_link,wikipedia_link,keywords';
  const content = `${head}\n1,ZZZA,small_airport,A,1,2,,EU,FR,FR-X,,no,ZZZA,,,,,,\n`;
  expect(await uploadAndPreview(content, 'airport')).toMatchObject({
    import: { options: { preset: 'ourairports-airports', targets: [], missingReferences: 'leave', timeZones: true } },
    fault: null,
  });
  expect((await uploadAndPreview(content, 'city')).import.options).toMatchObject({
    preset: null,
    missingReferences: 'refuse',
  });
});

test('the preview shows rows with non-ASCII letters from the whole file, and the number of rows that cannot be decoded', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => `X${index},Plain`);
  const content = Buffer.from(['code,name', ...rows, 'PGX,Périgueux', 'AGP,Málaga'].join('\n'), 'latin1');
  const latinPreview = await uploadAndPreview(content, 'city');
  expect(latinPreview.import.options).toMatchObject({ encoding: 'windows-1252' });
  expect([latinPreview.text, latinPreview.undecodable]).toEqual([
    [
      { line: 302, text: 'Périgueux' },
      { line: 303, text: 'Málaga' },
    ],
    0,
  ]);
  const misreadPreview = await imports.preview(editor, latinPreview.id, {
    ...optionsOf(latinPreview),
    encoding: 'gb18030',
  });
  expect([misreadPreview.text.map(({ text }) => text), misreadPreview.undecodable]).toEqual([
    ['P閞igueux', 'M醠aga'],
    0,
  ]);
  const utf8Preview = await imports.preview(editor, latinPreview.id, { ...optionsOf(latinPreview), encoding: 'utf-8' });
  expect([utf8Preview.text.map(({ text }) => text), utf8Preview.undecodable]).toEqual([
    ['P\ufffdrigueux', 'M\ufffdlaga'],
    2,
  ]);
});

test('undecodable text is counted wherever it is in a line, and shown', async () => {
  const long = 'ä'.repeat(100);
  const mixed = Buffer.concat([Buffer.from(`code,name,country\nXAAB,${long}`), Buffer.from('\xe9nd,CN\n', 'latin1')]);
  const mixedPreview = await uploadAndPreview(mixed, 'city');
  const utf8Preview = await imports.preview(editor, mixedPreview.id, { ...optionsOf(mixedPreview), encoding: 'utf-8' });
  expect([utf8Preview.undecodable, utf8Preview.text]).toEqual([1, [{ line: 2, text: `${'ä'.repeat(20)}\ufffdnd` }]]);
});

test('a text that is cut within a character counts as decodable', async () => {
  const preview = await uploadAndPreview(`code,name,country\nXAAC,${'é'.repeat(79)}😀,CN\n`, 'city');
  expect([preview.undecodable, preview.text]).toEqual([0, [{ line: 2, text: 'é'.repeat(79) }]]);
});

test('a column that matches more records than the key is suggested', async () => {
  const airports = await service.db('airport').whereNotNull('icao_code').limit(3).select('code', 'icao_code');
  const content = ['code,name,location', ...airports.map(({ code }, index) => `${index}XX,Airport,${code}`)].join('\n');
  const airportPreview = await uploadAndPreview(content, 'airport');
  expect(airportPreview.betterKey).toEqual({ column: 'location', matches: 3, chosen: 0, rows: 3 });
  const chosenKey = await imports.preview(editor, airportPreview.id, {
    ...optionsOf(airportPreview),
    targets: [null, 'name', 'code'],
  });
  expect(chosenKey.betterKey).toBeNull();
});

test('detected options can be changed, and invalid combinations are refused', async () => {
  const previewWithoutHeader = await uploadAndPreview('XA;Åland\nXB;Bland\n');
  const { id } = previewWithoutHeader;
  const headerPreview = await imports.preview(editor, id, { ...optionsOf(previewWithoutHeader), header: true });
  expect(headerPreview.columns.map(({ name }) => name)).toEqual(['XA', 'Åland']);
  expect(headerPreview.fault).toMatchObject({ key: 'noKey', message: '没有列对应“code”，无法识别记录' });
  const options = { ...optionsOf(previewWithoutHeader), header: false, targets: ['code', 'name[fr]'] };
  const mappedPreview = await imports.preview(editor, id, options);
  expect(mappedPreview).toMatchObject({
    fault: null,
    import: { options },
    rows: [{ line: 1, cells: ['XA', 'Åland'] }, {}],
  });
  expect(mappedPreview.targets).toContainEqual({
    key: 'code',
    pointer: '/code',
    language: null,
    isKey: true,
    required: true,
    refers: false,
  });
  expect(mappedPreview.targets).toContainEqual(
    expect.objectContaining({ key: 'name[fr]', pointer: '/locales/fr/name' }),
  );
  // Another separator results in other columns, whose targets are detected again.
  const singleColumnPreview = await imports.preview(editor, id, { ...options, separator: ',' });
  expect(singleColumnPreview.columns).toHaveLength(1);
  const refusedFields = async (invalidOptions: Partial<ImportOptions>) =>
    (
      await editor.expectRefusal(
        'previewImport',
        { path: { id }, body: { options: { ...options, ...invalidOptions } } },
        'validationError',
      )
    ).fields;
  expect(await refusedFields({ targets: ['code', 'nonsense'] })).toMatchObject([
    { pointer: '/options/targets/1', rule: 'enum' },
  ]);
  expect(await refusedFields({ targets: ['code', 'code'] })).toMatchObject([
    { pointer: '/options/targets/1', rule: 'uniqueItems' },
  ]);
  expect(await refusedFields({ preset: 'trainline-stations' })).toMatchObject([
    { pointer: '/options/preset', rule: 'enum' },
  ]);
});

test('a mapping is remembered for files with the same columns once one was staged', async () => {
  const content = 'Kürzel,Benennung\nXA,Åland\n';
  const firstPreview = await uploadAndPreview(content);
  expect(firstPreview).toMatchObject({ columns: [{ target: null }, { target: null }], fault: { key: 'noKey' } });
  const targets = ['code', 'name'];
  await imports.preview(editor, firstPreview.id, { ...optionsOf(firstPreview), targets });
  expect((await uploadAndPreview(content)).columns).toMatchObject([{ target: null }, { target: null }]);
  await imports.stage(editor, firstPreview.id);
  expect((await uploadAndPreview(content)).columns).toMatchObject([{ target: 'code' }, { target: 'name' }]);
  expect((await uploadAndPreview(content, 'city')).columns).toMatchObject([{ target: null }, { target: null }]);
});

test('changed options discard the staged rows of a file, and unchanged options keep them', async () => {
  const firstPreview = await uploadAndPreview(plainContent);
  const { id } = firstPreview;
  expect(await imports.stage(editor, id)).toMatchObject({ status: 'staged', counts: { new: 2 } });
  expect((await imports.preview(editor, id, optionsOf(firstPreview))).import).toMatchObject({ status: 'staged' });
  expect(await imports.rows(editor, id)).toHaveLength(2);
  const { import: discardedImport } = await imports.preview(editor, id, {
    ...optionsOf(firstPreview),
    missingReferences: 'create',
  });
  expect(discardedImport).toMatchObject({ status: 'uploaded', counts: null, stageTime: null });
  expect(await imports.rows(editor, id)).toEqual([]);
  expect(await imports.stage(editor, id)).toMatchObject({ status: 'staged', counts: { new: 2 } });
});
