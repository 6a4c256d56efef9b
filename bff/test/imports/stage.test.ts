import { describe, expect, test } from 'vitest';
import { buildWorkbook } from '../kit/files/sample-files.ts';
import { type ImportFile, setUpImports, stageAndSummarise } from './import-client.ts';

const { service, imports, editor } = await setUpImports();

const lines = (...texts: string[]) => texts.join('\n');

const stageFile = (file: ImportFile) => stageAndSummarise(imports, editor, file);
const readRows = async (table: string) => service.db(table).orderBy('id');

describe('a staged file', () => {
  test('has the effect of each row, and changes nothing', async () => {
    const [records, log] = [await readRows('country'), (await service.db('data_log').count({ n: '*' }).first())?.n];
    const france = (await service.db('country').where('code', 'FR').first()).name;
    const content = lines(
      'code,name,continent,currency,note',
      `FR,${france},EU,EUR,as it is`,
      'DE,Allemagne,EU,EUR,another name',
      'XA,Aland,EU,EUR,',
      'XM,Aland,,EUR,without what approval asks for',
      'X1,Wrong,EU,EUR,no such code',
      'XA,Aland again,EU,EUR,twice',
      'XB,Nowhere,XX,EUR,no continent',
      ',Nameless,EU,EUR,no code',
      'XC,,EU,EUR,no name',
      'XD,too short',
    );
    const { summaries, counts, rows } = await stageFile({ entity: 'country', content });
    expect(summaries).toEqual([
      'unchanged FR',
      'changed DE',
      'refused XA code duplicateInFile',
      'new XM',
      'refused X1 code pattern',
      'refused XA code duplicateInFile',
      'refused XB continent enum',
      'refused  code required',
      'refused XC name required',
      'refused  null cellCount',
    ]);
    const zeroCounts = { excluded: 0, corrected: 0 };
    expect(counts).toEqual({
      new: 1,
      changed: 1,
      unchanged: 1,
      conflicting: 0,
      refused: 7,
      incomplete: 1,
      ...zeroCounts,
    });
    expect(rows.map(({ missing }) => missing)).toMatchObject({ 2: [], 3: ['/alpha3Code', '/continent'] });
    expect(rows[5]).toMatchObject({ line: 7, problems: [{ pointer: '/code', message: '与第 4 行重复' }] });
    expect(rows[2]).toMatchObject({ problems: [{ pointer: '/code', message: '与第 7 行重复' }] });
    expect(rows[2]).toMatchObject({ row: 3, name: 'Aland', cells: ['XA', 'Aland', 'EU', 'EUR', ''], recordId: null });
    expect(await readRows('country')).toEqual(records);
    expect((await service.db('data_log').count({ n: '*' }).first())?.n).toBe(log);
  });

  test('refuses all rows with the same key until one is chosen', async () => {
    const content = lines('code,name,country', 'PICK,Main,CN', 'PICK,Cargo,CN', 'PICK,Third,CN', 'PICKB,Other,CN');
    const { id, counts } = await stageFile({ entity: 'city', content });
    expect(counts).toMatchObject({ new: 1, refused: 3 });
    const rows = async () =>
      (await imports.rows(editor, id)).map(({ state, choosable, problems }) =>
        [state, choosable, ...problems.map(({ message }) => message)].join(' '),
      );
    expect(await rows()).toEqual([
      ...['refused true 与第 3 行重复', 'refused true 与第 2 行重复', 'refused true 与第 2 行重复', 'new false'],
    ]);
    const choose = async (row: number) => (await editor.ok('chooseImportRow', { path: { id, row } })).import.counts;
    expect(await choose(1)).toMatchObject({ new: 2, refused: 2 });
    expect(await choose(2)).toMatchObject({ new: 2, refused: 2 });
    expect(await rows()).toEqual([
      ...['refused true 与第 3 行重复', 'new false', 'refused true 与第 2 行重复', 'new false'],
    ]);
    for (const row of [2, 4]) await editor.expectRefusal('chooseImportRow', { path: { id, row } }, 'invalidTransition');
    await editor.expectRefusal('chooseImportRow', { path: { id, row: 9 } }, 'notFound');
    expect(await imports.apply(editor, id)).toMatchObject({ outcomes: { created: 2 } });
    expect(await service.db('city').where('code', 'PICK').first()).toMatchObject({ name: 'Cargo' });
    await editor.expectRefusal('chooseImportRow', { path: { id, row: 1 } }, 'invalidTransition');
  });

  test('is paged and filtered by state, rule, code prefix and completeness', async () => {
    const content = lines('code,name,continent', 'XA,A,EU', 'XB,B,', 'Q1,C,EU', 'XC,D,YY', 'Y1,E,ZZ');
    const { id } = await stageFile({ entity: 'country', content });
    const codes = async (query: object) => (await imports.rows(editor, id, query)).map(({ code }) => code);
    expect(await codes({ state: 'new' })).toEqual(['XA', 'XB']);
    expect(await codes({ rule: 'enum' })).toEqual(['XC', 'Y1']);
    expect(await codes({ code: 'X' })).toEqual(['XA', 'XB', 'XC']);
    expect(await codes({ code: '%' })).toEqual([]);
    expect(await codes({ incomplete: true })).toEqual(['XA', 'XB']);
    const refusedPage = await editor.ok('listImportRows', { path: { id }, query: { state: 'refused', limit: 2 } });
    expect(refusedPage).toMatchObject({
      total: 3,
      columns: ['code', 'name', 'continent'],
      rules: { pattern: 2, enum: 2 },
    });
    const cursor = refusedPage.nextCursor ?? '';
    expect(await codes({ state: 'refused', cursor })).toEqual(['Y1']);
  });

  test('shows the changes of a row field by field', async () => {
    const { id } = await stageFile({
      entity: 'city',
      content: lines('code,name[en],country', 'PAR,Paname,FR', 'XQZ,New,FR'),
    });
    const changedRow = await editor.ok('getImportRow', { path: { id, row: 1 } });
    expect(changedRow).toMatchObject({
      row: { state: 'changed', code: 'PAR' },
      changes: ['/locales/en'],
      before: { code: 'PAR', status: 'active' },
      after: { code: 'PAR', country: 'FR', locales: { en: { name: 'Paname' } } },
      labels: { country: { FR: { en: 'France' } } },
    });
    const refusedRow = await editor.ok('getImportRow', { path: { id, row: 2 } });
    expect(refusedRow).toMatchObject({ row: { state: 'refused' }, before: null, after: null, changes: [] });
    await editor.expectRefusal('getImportRow', { path: { id, row: 3 } }, 'notFound');
  });

  test('has conflicts if another record has the value or a proposal is open', async () => {
    const [firstAirport, secondAirport] = await service.db('airport').whereNotNull('icao_code').limit(2);
    const content = lines(
      'code,name,icaoCode',
      `${firstAirport.code},A,${secondAirport.icao_code}`,
      `XZZ,B,${firstAirport.icao_code}`,
    );
    expect((await stageFile({ entity: 'airport', content })).summaries).toEqual([
      `conflicting ${firstAirport.code} icaoCode taken`,
      `conflicting XZZ icaoCode taken`,
    ]);
    const { id, version } = await service.db('country').where('code', 'CH').first();
    const { record } = await editor.ok('getCountry', { path: { id } });
    const { code, name, alpha3Code, continent, region, currency, symbol, locales } = record;
    const body = { code, name: `${name}!`, alpha3Code, continent, region, currency, symbol, locales };
    const proposer = await service.clientWith('country:update');
    await proposer.ok('updateCountry', { path: { id }, body, ifMatch: version }, 202);
    const file = { entity: 'country' as const, content: lines('code,symbol', 'CH,Fr') };
    expect((await stageFile(file)).summaries).toEqual(['conflicting CH null proposalOpen']);
  });

  test('reports unknown references and a wrong number of cells', async () => {
    const content = lines('code,name,country', 'XZA,A,Nowhere', 'XZB,B', 'XZC,C,FR,,');
    const { rows } = await stageFile({ entity: 'city', content });
    expect(rows.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      ['引用的记录不存在：Nowhere'],
      ['应有 3 个单元格，实际有 2 个'],
      [],
    ]);
  });

  test('reports the requirement that each invalid value violates', async () => {
    const content = lines(
      'code,name,continent,country,latitude,longitude,timezone',
      'XZA,A,XX,FR,"1,5",2,',
      'XZB,B,EU,FR,91,2,',
      'X?,C,EU,FR,1,2,',
    );
    const { rows } = await stageFile({ entity: 'airport', content });
    expect(rows.map(({ problems }) => problems.map(({ message }) => message))).toEqual([
      ['须为数字，小数点用“.”，不含千位分隔符：1,5'],
      ['不大于 90：91'],
      ['须为 2 至 10 个字母、数字或连字符：X?'],
    ]);
    const continentImport = await stageFile({ entity: 'country', content: lines('code,name,continent', 'XA,A,XX') });
    expect(continentImport.rows[0]?.problems[0]?.message).toBe('不在可选范围内（AF、AN、AS、EU、NA、OC、SA）：XX');
  });

  test('refuses only the rows with unreadable text in a mapped column', async () => {
    const content = Buffer.concat([
      Buffer.from(lines('code,name,note', 'XZA,北京,上海', '')),
      Buffer.from(lines('XZB,Périgueux,', 'XZC,Plain,Málaga', ''), 'latin1'),
      Buffer.from(lines('XZD,广州,', '')),
    ]);
    const { summaries, rows } = await stageFile({ entity: 'city', content });
    expect(summaries).toEqual(['new XZA', 'refused  name undecodable', 'new XZC', 'new XZD']);
    expect(rows[1]).toMatchObject({ line: 3, cells: ['XZB', 'P\ufffdrigueux', ''] });
    expect(rows[1]?.problems[0]?.message).toBe('含有所选编码无法读取的字符：P\ufffdrigueux');
  });

  test('reports values that a spreadsheet has corrupted', async () => {
    const content = lines('code,icaoCode,iataAccountingCode,name', '1.00E+04,AAA,1,A', '2026-01-05,AAB,001,B');
    const { summaries } = await stageFile({ entity: 'airline', content });
    expect(summaries).toEqual([
      'refused  code scientificNotation iataAccountingCode lostZeros',
      'refused  code dateForCode',
    ]);
  });

  test('reports a code that a workbook stores as a date or a number', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const rowOf = (name: string, code: string, code4: string) => `<row>${text(name)}${code}${code4}</row>`;
    const rows = [
      rowOf('name', text('code'), text('cnCode')),
      rowOf('A', '<c s="1"><v>46266</v></c>', '<c/>'),
      rowOf('B', '<c><v>100000</v></c>', '<c/>'),
      rowOf('C', '<c s="2"><v>100000</v></c>', '<c/>'),
      rowOf('D', text('QQ100000'), '<c><v>110100</v></c>'),
      rowOf('E', '<c s="3"><v>10</v></c>', '<c/>'),
    ];
    const content = await buildWorkbook({ rows: rows.join(''), formats: ['yyyy-mm-dd', '0.00E+00', '00000'] });
    const { summaries } = await stageFile({ entity: 'city', content });
    expect(summaries).toEqual([
      'refused  code dateForCode',
      'refused  code numberForCode',
      'refused  code scientificNotation',
      'new QQ100000',
      'new 00010',
    ]);
    const protocolFile = await buildWorkbook({
      rows: `<row>${text('code')}${text('name')}</row><row><c s="1"><v>46266</v></c>${text('F')}</row>`,
      formats: ['yyyy-mm-dd'],
    });
    expect((await stageFile({ entity: 'protocol', content: protocolFile })).summaries).toEqual([
      'refused  code dateForCode',
    ]);
  });

  test('fills time zones and converts coordinates only if requested', async () => {
    const content = lines('code,name,latitude,longitude', 'XZA,A,39.915,116.404');
    const fetchStagedFields = async (options: ImportFile['options']) => {
      const { id } = await stageFile({ entity: 'airport', content, ...(options && { options }) });
      return (await editor.ok('getImportRow', { path: { id, row: 1 } })).after;
    };
    expect(await fetchStagedFields(undefined)).toMatchObject({ latitude: 39.915, timezone: null });
    expect(await fetchStagedFields({ timeZones: true })).toMatchObject({ latitude: 39.915, timezone: 'Asia/Shanghai' });
    expect(await fetchStagedFields({ coordinates: 'gcj02' })).toMatchObject({
      latitude: expect.closeTo(39.9136, 4),
      longitude: expect.closeTo(116.39776, 4),
    });
  });

  test('of a public format fills some fields only if they are empty', async () => {
    const { code, name, pinyin } = await service.db('train_station').whereNotNull('pinyin').orderBy('id').first();
    const station = ['xmz', '新名站', code, 'xinmingzhan', 'xmz', '0', '0001', '北京', '', '', ''];
    const content = `var station_names ='@${station.join('|')}';`;
    const { id, options } = await stageFile({ entity: 'train_station', content });
    expect(options?.preset).toBe('12306-stations');
    const { after, changes } = await editor.ok('getImportRow', { path: { id, row: 1 } });
    expect(changes).toContain('/locales/zh-CN');
    expect(after).toMatchObject({ name, pinyin, locales: { 'zh-CN': { name: '新名站' } } });
  });

  test('of a public format picks the intended row among those with the same code, unless that is ambiguous', async () => {
    const head =
      'pk^env_id^validity_from^validity_to^3char_code^2char_code^num_code^name^name2^alliance_code^alliance_status^type^wiki_link^flt_freq^alt_names^bases^key^version^parent_pk_list^successor_pk_list';
    const row = (code: string, icao: string, name: string, type: string, flights: string) =>
      `air-${name}-v1^^1990-01-01^^${icao}^${code}^0^${name}^^^^${type}^^${flights}^^^^1^^`;
    const content = lines(
      head,
      row('Y1', 'XYA', 'Quill Cargo', 'C', ''),
      row('Y1', 'XYB', 'Quill', 'P', '338012'),
      row('Y2', 'XYC', 'Rook', '', ''),
      row('Y2', 'XYD', 'Rook Europe', '', ''),
      // The ICAO code of a row that was not picked can be used.
      row('Y3', 'XYA', 'Quill Freight', 'C', ''),
    );
    const { id, summaries, rows } = await stageFile({ entity: 'airline', content });
    expect(summaries).toEqual([
      'refused Y1 2char_code duplicateInFile',
      'new Y1',
      'refused Y2 2char_code duplicateInFile',
      'refused Y2 2char_code duplicateInFile',
      'new Y3',
    ]);
    expect(rows.map(({ choosable }) => choosable)).toEqual([true, false, true, true, false]);
    expect(rows[0]?.problems[0]?.message).toBe('与第 3 行重复');
    await editor.ok('chooseImportRow', { path: { id, row: 1 } });
    expect((await imports.rows(editor, id)).map(({ state }) => state).slice(0, 2)).toEqual(['new', 'refused']);
  });

  test('can have several records on a line and keys of several fields', async () => {
    const content = lines('base,quote,source,quotedAt,unit,middle', 'EUR,USD,TEST,2026-01-02T15:00:00Z,1,1.1');
    const repeatedRates = `${content}\nEUR,USD,TEST,2026-01-02T16:00+01:00,1,1.2`;
    const { summaries, rows } = await stageFile({ entity: 'rate_board', content: repeatedRates });
    expect(summaries).toEqual([
      'refused EUR USD TEST 2026-01-02T15:00:00.000Z quotedAt duplicateInFile',
      'refused EUR USD TEST 2026-01-02T15:00:00.000Z quotedAt duplicateInFile',
    ]);
    expect(rows[0]?.name).toBe('EUR/USD TEST');
    const ecb = lines('Date,USD,JPY,', '2026-01-02,1.1,N/A,', '2026-01-05,1.2,160.1,');
    const ratesImport = await stageFile({ entity: 'rate_board', content: ecb });
    expect(ratesImport.options?.preset).toBe('ecb-rates');
    expect(ratesImport.rows.map(({ row, line, code, cells }) => [row, line, code?.slice(0, 7), cells[1]])).toEqual([
      [1, 2, 'EUR USD', '1.1'],
      [2, 3, 'EUR USD', '1.2'],
      [3, 3, 'EUR JPY', '1.2'],
    ]);
  });
});
