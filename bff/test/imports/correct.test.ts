import { describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { buildWorkbook } from '../kit/files/sample-files.ts';
import { type ImportFile, setUpImports } from './import-client.ts';

const { service, imports, records, editor } = await setUpImports();

type Correction = Schemas['ImportCorrection'];

const lines = (...texts: string[]) => texts.join('\n');
const correct = (id: number, body: Correction) => editor.ok('correctImport', { path: { id }, body });
const expectRefused = (id: number, body: Correction, key: 'versionConflict' | 'validationError' | 'notFound') =>
  editor.expectRefusal('correctImport', { path: { id }, body }, key);
const listValues = async (id: number) => (await editor.ok('listImportValues', { path: { id } })).items;

/** Describes each row by its state, its code and its problems. */
const describeRowsOf = async (id: number) =>
  (await imports.rows(editor, id)).map(({ state, code, problems }) =>
    [state, code, ...problems.map(({ column, rule }) => `${column} ${rule}`)].join(' '),
  );

/** Expects the import's counts to match its rows. */
async function expectCounts(id: number): Promise<void> {
  const rows = await imports.rows(editor, id);
  const { counts } = await imports.get(editor, id);
  const countInState = (state: string) => rows.filter((row) => row.state === state).length;
  const incompleteCount = rows.filter(({ state, missing }) => state === 'new' && missing.length > 0).length;
  const correctedCount = rows.filter(({ original }) => original !== null).length;
  const states = ['new', 'changed', 'unchanged', 'conflicting', 'refused', 'excluded'];
  const countsByState = Object.fromEntries(states.map((state) => [state, countInState(state)]));
  expect(counts).toEqual({ ...countsByState, incomplete: incompleteCount, corrected: correctedCount });
}

const stageFile = async (file: Omit<ImportFile, 'entity'> & Partial<Pick<ImportFile, 'entity'>>) =>
  (await imports.uploadAndStage(editor, { entity: 'city', ...file })).id;

describe('a cell of a staged import', () => {
  test('can be corrected, is checked again, and is applied with its correction', async () => {
    const id = await stageFile({ content: lines('code,name,country', 'FIXA,First,Nowhere', 'FIXB,Second,CN') });
    expect(await describeRowsOf(id)).toEqual(['refused FIXA country unknownReference', 'new FIXB']);
    const cell = { row: 1, column: 'country', from: 'Nowhere', to: 'FR' };
    expect(await correct(id, { cells: [cell] })).toMatchObject({ rows: 1, left: 0 });
    expect(await describeRowsOf(id)).toEqual(['new FIXA', 'new FIXB']);
    const [row] = await imports.rows(editor, id, { corrected: true });
    expect(row).toMatchObject({ cells: ['FIXA', 'First', 'FR'], original: ['FIXA', 'First', 'Nowhere'] });
    expect(await imports.rows(editor, id, { corrected: false })).toHaveLength(1);
    await expectCounts(id);
    await imports.apply(editor, id, { rows: 'all' });
    const { country_id } = await records.byCode('city', 'FIXA');
    expect(country_id).toBe((await records.byCode('country', 'FR')).id);
  });

  test('can be reset to the value in the file', async () => {
    const id = await stageFile({ content: lines('code,name,country', 'BACKA,First,Nowhere') });
    await correct(id, { cells: [{ row: 1, column: 'country', from: 'Nowhere', to: 'FR' }] });
    await correct(id, { cells: [{ row: 1, column: 'country', from: 'FR', to: 'DE' }] });
    await correct(id, { cells: [{ row: 1, column: 'country', from: 'DE', to: null }] });
    const [row] = await imports.rows(editor, id);
    expect(row).toMatchObject({ state: 'refused', cells: ['BACKA', 'First', 'Nowhere'], original: null });
    await expectCounts(id);
  });

  test('that was corrected meanwhile is answered as a conflict, and nothing changes', async () => {
    const id = await stageFile({ content: lines('code,name,country', 'STALE,First,Nowhere') });
    await correct(id, { cells: [{ row: 1, column: 'country', from: 'Nowhere', to: 'FR' }] });
    const cells = [
      { row: 1, column: 'name', from: 'First', to: 'Second' },
      { row: 1, column: 'country', from: 'Nowhere', to: 'DE' },
    ];
    const { fields } = await expectRefused(id, { cells }, 'versionConflict');
    expect(fields).toMatchObject([{ pointer: '/cells/1/from', rule: 'changedSince' }]);
    expect((await imports.rows(editor, id))[0]).toMatchObject({ cells: ['STALE', 'First', 'FR'] });
  });

  test('must be in an existing column and row', async () => {
    const id = await stageFile({ content: lines('code,name', 'THERE,First') });
    const { fields } = await expectRefused(
      id,
      { cells: [{ row: 1, column: 'nation', from: '', to: 'FR' }] },
      'validationError',
    );
    expect(fields).toMatchObject([{ pointer: '/cells/0/column', rule: 'enum' }]);
    await expectRefused(id, { cells: [{ row: 2, column: 'name', from: '', to: 'X' }] }, 'notFound');
  });

  test('can complete a line that is too short, until it is reset', async () => {
    const id = await stageFile({ content: lines('code,name,country', 'SHORT,First') });
    expect(await describeRowsOf(id)).toEqual(['refused  null cellCount']);
    await correct(id, { cells: [{ row: 1, column: 'country', from: '', to: 'FR' }] });
    expect(await describeRowsOf(id)).toEqual(['new SHORT']);
    expect((await imports.rows(editor, id))[0]).toMatchObject({ original: ['SHORT', 'First'] });
    await correct(id, { cells: [{ row: 1, column: 'country', from: 'FR', to: null }] });
    expect(await describeRowsOf(id)).toEqual(['refused  null cellCount']);
    await expectCounts(id);
  });

  test('keeps the warning about its workbook format until that cell is corrected', async () => {
    const numberCell = (text: string) => `<c><v>${text}</v></c>`;
    const textCell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const headerCells = ['code', 'name', 'country'].map(textCell).join('');
    const content = await buildWorkbook({
      rows: `<row>${headerCells}</row><row>${numberCell('10000')}${textCell('N')}${textCell('Nowhere')}</row>`,
    });
    const id = await stageFile({ content, filename: 'cities.xlsx' });
    expect(await describeRowsOf(id)).toEqual(['refused  code numberForCode']);
    await correct(id, { cells: [{ row: 1, column: 'country', from: 'Nowhere', to: 'FR' }] });
    expect(await describeRowsOf(id)).toEqual(['refused  code numberForCode']);
    // Sending the same value again confirms that it is a code.
    await correct(id, { cells: [{ row: 1, column: 'code', from: '10000', to: '10000' }] });
    expect(await describeRowsOf(id)).toEqual(['new 10000']);
    await correct(id, { cells: [{ row: 1, column: 'code', from: '10000', to: null }] });
    expect(await describeRowsOf(id)).toEqual(['refused  code numberForCode']);
  });
});

describe('cells with the same value', () => {
  test('are corrected together if they have the same problem, and reset together', async () => {
    const content = lines(
      'code,name,country',
      ...['ALIKA,One,UK', 'ALIKB,UK,UK', 'ALIKC,Three,uk', 'ALIKD,Four,FR', 'ALIKE,Five,UK'],
    );
    const id = await stageFile({ content });
    const { alike: sameProblems } = await editor.ok('getImportRow', { path: { id, row: 1 } });
    expect(sameProblems).toEqual([{ column: 'country', rule: 'unknownReference', rows: 3 }]);
    const alike = { column: 'country', from: 'UK', to: 'GB', rule: 'unknownReference' as const };
    expect(await correct(id, { alike })).toMatchObject({
      rows: 3,
      left: 0,
      import: { counts: { new: 4, refused: 1 } },
    });
    expect((await imports.rows(editor, id)).map(({ cells }) => cells.join())).toEqual([
      ...['ALIKA,One,GB', 'ALIKB,UK,GB', 'ALIKC,Three,uk', 'ALIKD,Four,FR', 'ALIKE,Five,GB'],
    ]);
    await expectCounts(id);
    await correct(id, { alike: { column: 'country', from: 'uk', to: 'GB' } });
    const resetCells = { column: 'country', from: 'GB', to: null };
    expect(await correct(id, { alike: { ...resetCells, original: 'uk' } })).toMatchObject({ rows: 1 });
    expect(await correct(id, { alike: resetCells })).toMatchObject({ rows: 3 });
    expect(await imports.rows(editor, id, { corrected: true })).toEqual([]);
    await expectCounts(id);
  });

  test('are corrected in chunks', async () => {
    const manyRows = Array.from({ length: 600 }, (_, index) => `M${String(index).padStart(4, '0')},Many,UK`);
    const id = await stageFile({ content: lines('code,name,country', ...manyRows) });
    const alike = { column: 'country', from: 'UK', to: 'GB', rule: 'unknownReference' as const };
    expect(await correct(id, { alike })).toMatchObject({ rows: 500, left: 100 });
    expect(await correct(id, { alike })).toMatchObject({
      rows: 100,
      left: 0,
      import: { counts: { new: 600, refused: 0 } },
    });
  });
});

describe('rows of the same file', () => {
  test('with the same key are checked again when one is corrected', async () => {
    const content = lines('code,name,country', 'TWIN,First,CN', 'TWIN,Second,CN', 'LONE,Third,CN');
    const id = await stageFile({ content });
    expect(await describeRowsOf(id)).toEqual([
      'refused TWIN code duplicateInFile',
      'refused TWIN code duplicateInFile',
      'new LONE',
    ]);
    await correct(id, { cells: [{ row: 2, column: 'code', from: 'TWIN', to: 'TWINB' }] });
    expect(await describeRowsOf(id)).toEqual(['new TWIN', 'new TWINB', 'new LONE']);
    await correct(id, { cells: [{ row: 3, column: 'code', from: 'LONE', to: 'TWIN' }] });
    expect(await describeRowsOf(id)).toEqual([
      'refused TWIN code duplicateInFile',
      'new TWINB',
      'refused TWIN code duplicateInFile',
    ]);
    await expectCounts(id);
    await correct(id, { cells: [{ row: 3, column: 'code', from: 'TWIN', to: null }] });
    expect(await describeRowsOf(id)).toEqual(['new TWIN', 'new TWINB', 'new LONE']);
    await expectCounts(id);
  });

  test('can be corrected without losing the chosen row', async () => {
    const content = lines('code,name,country', 'PICKD,First,CN', 'PICKD,Second,CN');
    const id = await stageFile({ content });
    await editor.ok('chooseImportRow', { path: { id, row: 1 } });
    await correct(id, { cells: [{ row: 1, column: 'name', from: 'First', to: 'Better' }] });
    await correct(id, { cells: [{ row: 2, column: 'name', from: 'Second', to: 'Other' }] });
    expect(await describeRowsOf(id)).toEqual(['new PICKD', 'refused PICKD code duplicateInFile']);
    await expectCounts(id);
  });

  test('are still counted as corrected when one is chosen', async () => {
    const content = lines('code,name,country', 'CHOSN,First,CN', 'OTHER,Second,CN');
    const id = await stageFile({ content });
    await correct(id, { cells: [{ row: 2, column: 'code', from: 'OTHER', to: 'CHOSN' }] });
    await editor.ok('chooseImportRow', { path: { id, row: 2 } });
    expect(await describeRowsOf(id)).toEqual(['refused CHOSN code duplicateInFile', 'new CHOSN']);
    await expectCounts(id);
    await editor.ok('chooseImportRow', { path: { id, row: 1 } });
    await expectCounts(id);
    expect((await imports.get(editor, id)).counts?.corrected).toBe(1);
  });

  test('become valid when one of them is excluded', async () => {
    const content = lines('code,name,country', 'LEFTA,First,CN', 'LEFTA,Second,CN');
    const id = await stageFile({ content });
    await correct(id, { rows: [{ row: 1, excluded: true }] });
    expect(await describeRowsOf(id)).toEqual(['excluded LEFTA code duplicateInFile', 'new LEFTA']);
    await expectCounts(id);
    await correct(id, { rows: [{ row: 1, excluded: false }] });
    expect(await describeRowsOf(id)).toEqual([
      'refused LEFTA code duplicateInFile',
      'refused LEFTA code duplicateInFile',
    ]);
    await correct(id, { rows: [{ row: 2, excluded: true }] });
    await expectCounts(id);
    await imports.apply(editor, id, { rows: 'all' });
    expect((await records.byCode('city', 'LEFTA')).name).toBe('First');
  });

  test('with the same unique value are checked again when one is corrected', async () => {
    const content = lines('code,name,icaoCode', 'QQA,One,QQQA', 'QQB,Two,QQQB', 'QQC,Three,QQQA');
    const id = await stageFile({ entity: 'airport', content });
    expect(await describeRowsOf(id)).toEqual(['new QQA', 'new QQB', 'refused QQC icaoCode duplicateInFile']);
    await correct(id, { cells: [{ row: 1, column: 'icaoCode', from: 'QQQA', to: 'QQQB' }] });
    expect(await describeRowsOf(id)).toEqual(['new QQA', 'refused QQB icaoCode duplicateInFile', 'new QQC']);
    await expectCounts(id);
  });

  test('are found whatever kind of space surrounds the same value', async () => {
    const content = lines('code,name,icaoCode', 'QSA,One,QSSA', 'QSB,Two,\u3000qssb\u00a0');
    const id = await stageFile({ entity: 'airport', content });
    expect(await describeRowsOf(id)).toEqual(['new QSA', 'new QSB']);
    await correct(id, { cells: [{ row: 1, column: 'icaoCode', from: 'QSSA', to: 'QSSB' }] });
    expect(await describeRowsOf(id)).toEqual(['new QSA', 'refused QSB icaoCode duplicateInFile']);
  });

  test('that refer to each other are checked again when one is corrected', async () => {
    const content = lines(
      'code,name,country,parent',
      ...['TEST-2,Child,FR,TEST-1', 'TEST-1,Parent,Nowhere,', 'TEST-3,Grandchild,FR,TEST-2'],
    );
    const id = await stageFile({ entity: 'eurail_station', content });
    expect(await describeRowsOf(id)).toEqual([
      'refused TEST-2 parent unknownReference',
      'refused TEST-1 country unknownReference',
      'refused TEST-3 parent unknownReference',
    ]);
    await correct(id, { cells: [{ row: 2, column: 'country', from: 'Nowhere', to: 'FR' }] });
    expect(await describeRowsOf(id)).toEqual(['new TEST-2', 'new TEST-1', 'new TEST-3']);
    await expectCounts(id);
    await correct(id, { rows: [{ row: 2, excluded: true }] });
    expect(await describeRowsOf(id)).toEqual([
      'refused TEST-2 parent unknownReference',
      'excluded TEST-1',
      'refused TEST-3 parent unknownReference',
    ]);
    await expectCounts(id);
  });
});

describe('unknown values', () => {
  test('are listed once each with suggestions', async () => {
    const content = lines(
      'code,name,country',
      ...['VALA,One,FRA', 'VALB,Two,Frannce', 'VALC,Three,FRA', 'VALD,Four,FR', 'VALE,Five,zzzzzz'],
    );
    // Names of other countries are similar too, so only the first suggestion is compared.
    const id = await stageFile({ content });
    const listedValues = (await listValues(id)).map(({ suggestions, ...value }) => ({
      ...value,
      first: suggestions[0]?.value,
    }));
    const unknownCountry = { column: 'country', pointer: '/country', rule: 'unknownReference', entity: 'country' };
    expect(listedValues).toEqual([
      { ...unknownCountry, value: 'FRA', rows: 2, first: 'FR' },
      { ...unknownCountry, value: 'Frannce', rows: 1, first: 'FR' },
      { ...unknownCountry, value: 'zzzzzz', rows: 1, first: undefined },
    ]);
  });

  test('of single fields and of list fields can be corrected with a suggestion', async () => {
    const airlineId = await stageFile({
      entity: 'airline',
      content: lines('code,name,type', 'Q8,Test,LC', 'Q9,Test,'),
    });
    expect(await listValues(airlineId)).toMatchObject([
      { column: 'type', rule: 'enum', value: 'LC', entity: null, suggestions: [{ value: 'LCC' }, { value: 'FSC' }] },
    ]);
    const content = lines('code,name,supplier,type,countries', 'TEST-LIST,Test,Test,rail,DE;FRA');
    const protocolId = await stageFile({ entity: 'protocol', content });
    const [value] = await listValues(protocolId);
    expect(value).toMatchObject({ value: 'DE;FRA', pointer: '/countries', entity: 'country' });
    expect(value?.suggestions[0]).toMatchObject({ value: 'DE;FR' });
    await correct(protocolId, { alike: { column: 'countries', from: 'DE;FRA', to: 'DE;FR' } });
    expect(await describeRowsOf(protocolId)).toEqual(['new TEST-LIST']);
  });
});

describe('corrections', () => {
  test('require the permission to import, and are allowed before the import is applied', async () => {
    const id = await stageFile({ content: lines('code,name,country', 'LATE,First,CN') });
    const body = { rows: [{ row: 1, excluded: true }] };
    const reviewer = await service.as('reviewer');
    await reviewer.expectRefusal('correctImport', { path: { id }, body }, 'forbidden');
    await imports.apply(editor, id);
    await editor.expectRefusal('correctImport', { path: { id }, body }, 'invalidTransition');
  });

  test('make their author a contributor of the import', async () => {
    const permissions = ['read', 'import', 'review'].map((action) => `city:${action}`);
    const corrector = await service.clientWith(...permissions);
    const id = await stageFile({ content: lines('code,name,country', 'OTHER,First,CN') });
    await corrector.ok('correctImport', {
      path: { id },
      body: { cells: [{ row: 1, column: 'name', from: 'First', to: 'Last' }] },
    });
    await imports.apply(editor, id);
    await corrector.expectRefusal('decideImport', { path: { id }, body: { event: 'approve' } }, 'secondPerson');
  });
});
