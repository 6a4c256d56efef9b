import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { csvHeader, importIn, newCsvLine } from '../../suite/features/imports.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { parseCsv } from '../../suite/requests/files.ts';
import { readAllByCursor, reader } from '../../suite/requests/pages.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

interface Row {
  row: number;
  line: number;
  state: string;
  outcome: string | null;
  code: string;
  name: string;
  recordId: number | null;
  cells: string[];
  original: string[] | null;
  problems: { column: string; pointer: string; rule: string; message: string }[];
  missing: string[];
  choosable: boolean;
}

interface MixedFile {
  id: number;
  lines: string[];
  /** The existing cities of the rows `changed` and `unchanged`. */
  changed: RecordData;
  unchanged: RecordData;
}

const admin = { role: 'admin' };
const states = ['new', 'new', 'refused', 'refused', 'refused', 'changed', 'unchanged'];
const cellsOf = (line = '') => line.split(',');

/** Stages a file with a complete and an incomplete new row, an unknown country, a repeated code, a changed and an unchanged city. */
async function stageMixedFile(context: CaseContext, city: TestedEntity, role = 'admin'): Promise<MixedFile> {
  const country = String((await context.records.freshBody(city)).country);
  const [changed, unchanged] = [
    await context.records.create(city, 'pending', 'editor'),
    await context.records.create(city, 'pending', 'editor'),
  ];
  const incomplete = newCsvLine();
  const repeated = newCsvLine();
  const lines = [
    `${newCsvLine()}${country}`,
    incomplete,
    'SAMPLE7,Sample,Nowhere at all',
    repeated,
    repeated,
    `${changed.code},Renamed,${changed.country}`,
    `${unchanged.code},${unchanged.name},${unchanged.country}`,
  ];
  const { params } = await context.backend.imports.stageImport(lines, role);
  return { id: Number(params?.id), lines, changed, unchanged };
}

async function readRows({ backend }: CaseContext, id: number, query: Record<string, string> = {}): Promise<Row[]> {
  const read = reader(backend, backend.operation('listImportRows'), 'admin', { id });
  return (await readAllByCursor<Row>(read, query)).items;
}

/** Tests what the report of a staged file says, row by row, and its filters. */
export function importReportCases(entities: TestedEntity[]): Case[] {
  const city = entities.find(({ tag }) => tag === 'city');
  if (!city) return [];
  let file: MixedFile;
  let misspelt = '';
  let suggestion = { value: '', name: '' };
  const staged = async (context: CaseContext) => {
    file = await stageMixedFile(context, city);
    return { params: { id: file.id } };
  };
  const base = { needs: admin, request: staged };
  return [
    {
      ...base,
      operationId: 'listImportRows',
      name: 'lists every row with its line, state, record, cells and problems',
      request: async (context) => ({ ...(await staged(context)), query: { limit: 100 } }),
      expect: {
        status: 200,
        check: ({ data }) => {
          const { columns, items, total, totalCapped, nextCursor, rules } = data as unknown as {
            columns: string[];
            items: Row[];
            total: number;
            totalCapped: boolean;
            nextCursor: null;
            rules: object;
          }; // Cast: validated.
          assert.deepEqual(columns, csvHeader.split(','));
          assert.deepEqual([total, totalCapped, nextCursor], [file.lines.length, false, null]);
          assert.deepEqual(rules, {}, 'problems are counted within a state only');
          const expected = file.lines.map((line, index) => ({
            row: index + 1,
            line: index + 2,
            state: states[index],
            outcome: null,
            code: cellsOf(line)[0],
            name: cellsOf(line)[1],
            recordId: [file.changed.id, file.unchanged.id][index - 5] ?? null,
            cells: cellsOf(line),
            original: null,
            choosable: index === 3 || index === 4,
          }));
          assert.deepEqual(
            items.map(({ problems: _problems, missing: _missing, ...row }) => row),
            expected,
          );
          assert.deepEqual(
            items.map(({ missing }) => missing),
            file.lines.map((_line, index) => (index === 1 ? ['/country'] : items[index]?.missing)),
          );
          assert.deepEqual(items[0]?.missing, [], 'a complete row lacks nothing');
          const [problem] = items[2]?.problems ?? [];
          assert.deepEqual(
            [problem?.column, problem?.pointer, problem?.rule],
            ['country', '/country', 'unknownReference'],
          );
          assert.ok(problem?.message, 'a problem has a message');
        },
      },
    },
    {
      ...base,
      operationId: 'listImportRows',
      name: 'finds by each filter the rows that match, page by page',
      expect: {
        status: 200,
        check: async (_, context) => {
          const rows = await readRows(context, file.id);
          assert.equal(rows.length, file.lines.length);
          const find = async (query: Record<string, string>, matches: (row: Row) => boolean) =>
            assert.deepEqual(
              (await readRows(context, file.id, query)).map(({ row }) => row),
              rows.filter(matches).map(({ row }) => row),
              JSON.stringify(query),
            );
          for (const state of ['new', 'changed', 'unchanged', 'conflicting', 'refused', 'excluded'])
            await find({ state }, (row) => row.state === state);
          for (const rule of ['unknownReference', 'duplicateInFile'])
            await find({ rule }, (row) => row.problems.some((problem) => problem.rule === rule));
          for (const { code } of rows)
            await find({ code: code.slice(0, 4) }, (row) => row.code.startsWith(code.slice(0, 4)));
          await find({ incomplete: 'true' }, ({ missing }) => missing.length > 0);
          await find({ incomplete: 'false' }, ({ missing }) => missing.length === 0);
          await find({ corrected: 'true' }, () => false);
          await find({ corrected: 'false' }, () => true);
          const { data } = await context.backend.call(context.backend.operation('listImportRows'), 'admin', {
            params: { id: file.id },
            query: { state: 'refused', limit: 1 },
          });
          const { total, rules } = data as unknown as { total: number; rules: object }; // Cast: validated.
          assert.deepEqual([total, rules], [3, { unknownReference: 1, duplicateInFile: 2 }]);
        },
      },
    },
    {
      ...base,
      operationId: 'getImport',
      name: 'counts the rows by state, and says who brought which file in and when',
      expect: {
        status: 200,
        check: (response, context) => {
          const job = importIn(response) as unknown as Record<string, unknown>; // Cast: validated.
          const bytes = Buffer.byteLength(`${[csvHeader, ...file.lines].join('\n')}\n`);
          assert.deepEqual(job.counts, {
            ...(job.counts as object),
            new: 2,
            changed: 1,
            unchanged: 1,
            conflicting: 0,
            refused: 3,
            incomplete: 1,
          });
          assert.deepEqual(
            [job.entity, job.filename, job.bytes, job.received, job.fault, job.progress, job.decision],
            ['city', context.backend.imports.newImportBody(0).filename, bytes, bytes, null, null, null],
          );
          assert.deepEqual(
            [job.createdBy, job.appliedBy, job.applyTime, job.revertedBy, job.revertTime],
            [context.username('admin'), null, null, null, null],
          );
          assert.deepEqual([job.outcomes, job.review, job.ownWork], [{}, 'second-person', true]);
          assert.ok(String(job.createTime) <= String(job.stageTime), 'it was staged after it was created');
        },
      },
    },
    {
      ...base,
      operationId: 'getImport',
      name: 'is no work of those who had no part in it',
      request: async (context) => ({ params: { id: (await stageMixedFile(context, city, 'editor')).id } }),
      expect: {
        status: 200,
        check: (response) => {
          const { ownWork } = importIn(response) as unknown as { ownWork: boolean }; // Cast: validated.
          assert.equal(ownWork, false);
        },
      },
    },
    {
      ...base,
      operationId: 'correctImport',
      name: 'corrects cells, keeps what stands in the file, and leaves rows out',
      request: async (context) => ({
        ...(await staged(context)),
        body: {
          cells: [{ row: 3, column: 'country', from: 'Nowhere at all', to: '' }],
          rows: [{ row: 7, excluded: true }],
        },
      }),
      expect: {
        status: 200,
        check: async (response, context) => {
          const { rows: corrected, left } = response.data as unknown as { rows: number; left: number }; // Cast: validated.
          assert.deepEqual([corrected, left], [2, 0]);
          const { counts } = importIn(response) as unknown as { counts: Record<string, number> }; // Cast: validated.
          assert.deepEqual([counts.new, counts.refused, counts.excluded, counts.corrected], [3, 2, 1, 1]);
          const rows = await readRows(context, file.id);
          assert.deepEqual(
            [rows[2]?.cells, rows[2]?.original, rows[2]?.state],
            [['SAMPLE7', 'Sample', ''], cellsOf(file.lines[2]), 'new'],
          );
          assert.equal(rows[6]?.state, 'excluded');
          const correctedRows = await readRows(context, file.id, { corrected: 'true' });
          assert.deepEqual(
            correctedRows.map(({ row }) => row),
            [3],
          );
        },
      },
    },
    {
      ...base,
      operationId: 'getImportRow',
      name: 'shows the record before and after, and what the row changes',
      request: async (context) => ({ params: { ...(await staged(context)).params, row: 6 } }),
      expect: {
        status: 200,
        check: ({ data }) => {
          const { columns, row, before, after, changes } = data as unknown as {
            columns: string[];
            row: Row;
            before: RecordData;
            after: { name: string; code: string };
            changes: string[];
          }; // Cast: validated.
          assert.deepEqual([columns, row.row, row.cells], [csvHeader.split(','), 6, cellsOf(file.lines[5])]);
          assert.deepEqual([before.id, before.name], [file.changed.id, file.changed.name]);
          assert.deepEqual([after.code, after.name, changes], [file.changed.code, 'Renamed', ['/name']]);
        },
      },
    },
    {
      ...base,
      operationId: 'getImportRow',
      name: 'counts the rows that have the same problem',
      request: async (context) => {
        const lines = ['SAMPLE7', 'SAMPLE8', 'SAMPLE9'].map((code) => `${code},Sample,Nowhere at all`);
        const { params } = await context.backend.imports.stageImport(lines);
        return { params: { ...params, row: 2 } };
      },
      expect: {
        status: 200,
        check: ({ data }) => {
          const { alike } = data as unknown as { alike: object[] }; // Cast: validated.
          assert.deepEqual(alike, [{ column: 'country', rule: 'unknownReference', rows: 3 }]);
        },
      },
    },
    {
      ...base,
      operationId: 'listImportValues',
      name: 'suggests the record whose name or code is nearest',
      request: async (context) => {
        const country = await context.records.create(countryOf(entities), 'pending', 'editor');
        misspelt = `${country.name}x`;
        const { params } = await context.backend.imports.stageImport([
          `SAMPLE7,Sample,${misspelt}`,
          `SAMPLE8,Sample,${misspelt}`,
        ]);
        suggestion = { value: String(country.code), name: String(country.name) };
        return { params: params ?? {} };
      },
      expect: {
        status: 200,
        check: ({ data }) => {
          assert.equal(data.total, 1);
          const [item] = data.items as unknown as {
            column: string;
            pointer: string;
            rule: string;
            value: string;
            rows: number;
            entity: string;
            suggestions: { value: string; name: string }[];
          }[]; // Cast: validated.
          assert.deepEqual(
            [item?.column, item?.pointer, item?.rule, item?.value, item?.rows, item?.entity],
            ['country', '/country', 'unknownReference', misspelt, 2, 'country'],
          );
          assert.ok(
            item?.suggestions.some(({ value, name }) => value === suggestion.value && name === suggestion.name),
            `${suggestion.name} is suggested for ${misspelt}`,
          );
        },
      },
    },
    ...['all', 'unsound'].map(
      (only): Case => ({
        ...base,
        operationId: 'exportImportReport',
        name: `has ${only === 'all' ? 'all rows' : 'only the rows with problems'} in their order`,
        request: async (context) => ({ ...(await staged(context)), query: { only, language: 'en' } }),
        expect: {
          status: 200,
          check: ({ bytes }) => {
            const { headings, rows } = parseCsv(bytes);
            assert.deepEqual(headings.slice(0, 3), csvHeader.split(','));
            const expected = file.lines.filter((_line, index) => only === 'all' || states[index] === 'refused');
            assert.deepEqual(
              rows.map((row) => row.slice(0, 3)),
              expected.map(cellsOf),
            );
            for (const [index, row] of rows.entries()) {
              const isRefused = only === 'unsound' || states[index] === 'refused';
              assert.equal(row[3] !== '', isRefused, `${row[0]} says what is wrong only if something is`);
            }
          },
        },
      }),
    ),
    ...faultCases,
  ];
}

function countryOf(entities: TestedEntity[]): TestedEntity {
  const country = entities.find(({ tag }) => tag === 'country');
  if (!country) throw new Error('the contract has no countries');
  return country;
}

const faults = {
  noRows: `${csvHeader}\n`,
  repeatedHeader: 'code,code\nA,B\n',
  noKey: 'name,country\nSample,CN\n',
  unclosedQuote: `${csvHeader}\n"A,B,C\n`,
};

const faultCases = Object.entries(faults).map(
  ([key, content]): Case => ({
    operationId: 'previewImport',
    name: `says why a file cannot be read: ${key}`,
    needs: admin,
    request: async ({ backend }) => {
      const { params } = await backend.imports.createImport(Buffer.byteLength(content));
      const part = { params: { ...params, part: 0 }, rawBody: content };
      await backend.call(backend.operation('putImportPart'), 'admin', part);
      return { params: params ?? {}, body: {} };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const { fault } = data as unknown as { fault: { key: string; message: string } | null }; // Cast: validated.
        assert.equal(fault?.key, key);
        assert.ok(fault.message, 'the fault has a message');
      },
    },
  }),
);
