import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Language, languages, textMatches } from '../../contract/texts.ts';
import type { Contract } from '../../contract/types.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { csvHeader, importIn, newCsvLine } from '../../suite/features/imports.ts';
import type { TestedEntity } from '../../suite/records/tested-entity.ts';
import { parseCsv, parseNdjson, parseXlsx } from '../../suite/requests/files.ts';
import { readAllByCursor, reader } from '../../suite/requests/pages.ts';
import { writableFields } from '../../suite/values/field-changes.ts';

interface Preview {
  import: { options: Record<string, unknown> };
  columns: { name: string; target: string | null; samples: string[] }[];
  rows: { line: number; cells: string[] }[];
  targets: { key: string; pointer: string; isKey: boolean; required: boolean; refers: boolean }[];
  text: { line: number; text: string }[];
  undecodable: number;
  fault: { key: string; message: string; line: number | null } | null;
}

const admin = { role: 'admin' };
const previewIn = (data: object) => data as Preview; // Cast: validated before.

async function preview({ backend }: CaseContext, input: object, options?: object): Promise<Preview> {
  const body = options === undefined ? {} : { options };
  return previewIn((await backend.call(backend.operation('previewImport'), 'admin', { ...input, body })).data);
}

/** Tests that what is exported is what an import takes, and that a template has every field under a heading that it knows. */
export function importFileCases(entity: TestedEntity): Case[] {
  return [
    ...['csv', 'xlsx', 'ndjson'].map((format) => roundTripCase(entity, format)),
    ...(['csv', 'xlsx'] as const).flatMap((format) =>
      languages.map((language) => templateCase(entity, format, language)),
    ),
  ];
}

/** Tests that the file of an export changes nothing when it is imported again. */
function roundTripCase(entity: TestedEntity, format: string): Case {
  return {
    entity,
    operationId: entity.operations.export.id,
    name: `exports ${format} that an import finds unchanged`,
    needs: admin,
    request: async ({ backend }) => ({ query: { ...(await backend.batches.get(entity)).query, format } }),
    expect: {
      status: 200,
      check: async ({ bytes }, { backend }) => {
        const { records } = await backend.batches.get(entity);
        const input = await backend.imports.stageFile(bytes, { entity: entity.tag, filename: `sample.${format}` });
        const read = reader(backend, backend.operation('listImportRows'), 'admin', input.params);
        const { items } = await readAllByCursor<{ state: string; recordId: number; problems: object[] }>(read, {}, 50);
        assert.deepEqual(
          items.map(({ state, recordId, problems }) => [state, recordId, problems]),
          // of a record with an open proposal, nothing is said of the proposal as long as nothing changes
          records.map(({ id }) => ['unchanged', id, []]),
        );
      },
    },
  };
}

function templateCase(entity: TestedEntity, format: 'csv' | 'xlsx', language: Language): Case {
  return {
    entity,
    operationId: 'exportImportTemplate',
    name: `has every field of a ${entity.tag} under a heading that an import knows, and an example: ${format}, ${language}`,
    equivalenceKey: `exportImportTemplate: ${format}, ${language}`,
    needs: admin,
    request: () => ({ query: { entity: entity.tag, format, language } }),
    expect: {
      status: 200,
      check: async ({ bytes }, context) => {
        const sheets = format === 'csv' ? [parseCsv(bytes)] : await parseXlsx(bytes);
        const [table, explanations] = sheets;
        const headings = table?.headings ?? [];
        assert.equal(new Set(headings).size, headings.length, 'no two headings are the same');
        assert.equal(table?.rows.length, 1, 'there is one example');
        const input = await context.backend.imports.uploadFile(bytes, { entity: entity.tag, filename: `t.${format}` });
        const { columns, targets, rows, fault } = await preview(context, input);
        assert.equal(fault, null);
        assert.deepEqual(
          columns.map(({ name }) => name),
          headings,
        );
        assert.deepEqual(
          columns.filter(({ target }) => target === null).map(({ name }) => name),
          [],
          'each has a target',
        );
        assert.equal(rows.length, 1, 'the example is a row');
        const filled = new Set(
          columns.map(({ target }) => targets.find(({ key }) => key === target)?.pointer.split('/')[1]),
        );
        for (const { path } of writableFields(entity))
          assert.ok(filled.has(path[0]), `there is a column for ${path[0]}`);
        const required = columns.filter(({ target }) => targets.find(({ key }) => key === target)?.required);
        for (const { name } of required) assert.ok(rows[0]?.cells[headings.indexOf(name)], `the example has ${name}`);
        if (format !== 'xlsx') return;
        const explained = explanations?.rows ?? [];
        for (const heading of headings) {
          const row = explained.find((cells) => cells.includes(heading));
          assert.ok(row && row.filter(Boolean).length >= 2, `the second sheet explains ${heading}`);
        }
      },
    },
  };
}

const text = (bytes: string, encoding: BufferEncoding = 'utf8') => Buffer.from(bytes, encoding);
const line = () => newCsvLine().replace('Sample', 'São Sample');
/** Columns that no other file has, since the options of a file are remembered for the next one with the same columns. */
const newHeader = () => `${csvHeader},Column ${randomUUID().slice(0, 8)}`;
/** 北京 in the encodings of China and Taiwan. */
const beijing = { gb18030: [0xb1, 0xb1, 0xbe, 0xa9], big5: [0xa5, 0x5f, 0xa8, 0xca] };

/** Files of one city in several forms, with the options by which each is read. */
const forms: { name: string; options: object; filename?: string; file(): Buffer }[] = [
  ...([';', '\t', '|'] as const).map((separator) => ({
    name: `cells with ${JSON.stringify(separator)} between them`,
    options: { format: 'csv', separator },
    file: () => text(`${csvHeader}\n${line()}\n`.replaceAll(',', separator)),
  })),
  {
    name: 'UTF-16',
    options: { format: 'csv', encoding: 'utf-16le', separator: ',' },
    file: () => text(`\ufeff${csvHeader}\n${line()}\n`, 'utf16le'),
  },
  {
    name: 'quoted cells with separators and quotes in them',
    options: { format: 'csv', encoding: 'utf-8', separator: ',' },
    file: () => text(`\ufeff${csvHeader}\r\n${newCsvLine().replace('Sample', '"São, ""Sample"""')}\r\n`),
  },
  {
    name: 'NDJSON',
    options: { format: 'ndjson' },
    filename: 'sample.ndjson',
    file: () => text(`${JSON.stringify({ code: line().split(',')[0], name: 'São Sample', country: '' })}\n`),
  },
  {
    name: 'JSON',
    options: { format: 'json' },
    filename: 'sample.json',
    file: () => text(JSON.stringify([{ code: line().split(',')[0], name: 'São Sample', country: '' }])),
  },
];

const unreadable: { key: string; filename?: string; line?: number; file: Buffer }[] = [
  { key: 'notJson', filename: 'sample.ndjson', line: 2, file: text('{"code":"A","name":"B"}\n{"code":\n') },
  { key: 'noRows', file: text(`${csvHeader}\n`) },
  { key: 'noKey', file: text('name,country\nSample,CN\n') },
  { key: 'repeatedHeader', file: text('code,code\nA,B\n') },
];

/** Tests how files are read: what is detected, what other options do, and why a file cannot be read. */
export function importReadingCases(contract: Contract): Case[] {
  const base = { operationId: 'previewImport', needs: admin };
  return [
    ...forms.map(
      ({ name, options, filename, file }): Case => ({
        ...base,
        name: `detects ${name}`,
        request: async ({ backend }) => ({
          ...(await backend.imports.uploadFile(file(), filename ? { filename } : {})),
          body: {},
        }),
        expect: {
          status: 200,
          check: ({ data }) => {
            const { columns, rows, fault, text: lines, ...found } = previewIn(data);
            assert.equal(fault, null);
            const detected = found.import.options;
            assert.deepEqual({ ...detected, ...options }, detected, 'the options are detected');
            assert.deepEqual(
              columns.map(({ name: column, target }) => [column, target]),
              csvHeader.split(',').map((column) => [column, column]),
            );
            const expectedName = name.startsWith('quoted') ? 'São, "Sample"' : 'São Sample';
            assert.equal(rows[0]?.cells[1], expectedName);
            assert.ok(columns[1]?.samples.includes(expectedName), 'it is a sample of its column');
            assert.equal(found.undecodable, 0);
            if (!filename) {
              assert.equal(rows[0]?.line, 2);
              assert.ok(
                lines[0]?.text.includes('São'),
                'a row with letters beyond ASCII shows whether it is read well',
              );
            }
          },
        },
      }),
    ),
    ...(['gb18030', 'big5'] as const).map(
      (encoding): Case => ({
        ...base,
        name: `reads ${encoding} where it is asked for, and remembers it for what is staged`,
        request: async (context) => {
          const [begin, end] = newCsvLine().split('Sample');
          const file = Buffer.concat([
            text(`${newHeader()}\n${begin}`),
            Buffer.from(beijing[encoding]),
            text(`${end},\n`),
          ]);
          const input = await context.backend.imports.uploadFile(file);
          const { options } = (await preview(context, input)).import;
          return { ...input, body: { options: { ...options, encoding } } };
        },
        expect: {
          status: 200,
          check: async ({ data }, { backend }) => {
            assert.equal(previewIn(data).rows[0]?.cells[1], '北京');
            const params = { id: importIn({ data }).id };
            await backend.call(backend.operation('stageImport'), 'admin', { params });
            await backend.imports.waitForStatus({ params }, 'staged');
            const { data: page } = await backend.call(backend.operation('listImportRows'), 'admin', { params });
            assert.equal((page.items as { name: string }[])[0]?.name, '北京'); // Cast: validated by its own cases.
          },
        },
      }),
    ),
    ...unreadable.flatMap(({ key, filename, line: where, file }) =>
      languages.map(
        (language): Case => ({
          ...base,
          name: `says in ${language} why and where a file cannot be read: ${key}`,
          request: async ({ backend }) => ({
            ...(await backend.imports.uploadFile(file, filename ? { filename } : {})),
            language,
            body: {},
          }),
          expect: {
            status: 200,
            check: ({ data }) => {
              const { fault } = previewIn(data);
              assert.equal(fault?.key, key);
              assert.ok(textMatches(contract, 'ImportFaultKey', key, language, fault.message), fault.message);
              if (where !== undefined) assert.equal(fault.line, where);
            },
          },
        }),
      ),
    ),
    targetsCase(),
    headerCase(),
    jsonReportCase(),
  ];
}

/** Tests what a column can fill, and that a column without a target fills nothing. */
function targetsCase(): Case {
  return {
    operationId: 'previewImport',
    name: 'says what a column can fill, and fills nothing by a column that is turned off',
    needs: admin,
    request: async (context) => {
      const input = await context.backend.imports.uploadFile(text(`${newHeader()}\n${newCsvLine()}Nowhere at all,\n`));
      const { options } = (await preview(context, input)).import;
      return { ...input, body: { options: { ...options, targets: ['code', 'name', null, null] } } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const { columns, targets } = previewIn(data);
        assert.deepEqual(
          columns.map(({ target }) => target),
          ['code', 'name', null, null],
        );
        const find = (key: string) => targets.find((target) => target.key === key);
        assert.deepEqual(
          ['code', 'name', 'country'].map((key) => {
            const { pointer, isKey, required, refers } = Object(find(key));
            return [pointer, isKey, required, refers];
          }),
          [
            ['/code', true, true, false],
            ['/name', false, true, false],
            ['/country', false, false, true],
          ],
        );
        const params = { id: importIn({ data }).id };
        await backend.call(backend.operation('stageImport'), 'admin', { params });
        await backend.imports.waitForStatus({ params }, 'staged');
        const { data: page } = await backend.call(backend.operation('listImportRows'), 'admin', { params });
        const [row] = page.items as { state: string; problems: object[] }[]; // Cast: validated by its own cases.
        assert.deepEqual([row?.state, row?.problems], ['new', []]);
      },
    },
  };
}

function headerCase(): Case {
  return {
    operationId: 'previewImport',
    name: 'takes the first row for a record where the file has no names of columns',
    needs: admin,
    request: async (context) => {
      const input = await context.backend.imports.uploadFile(text(`${newCsvLine()}\n${newCsvLine()}\n`));
      const { options } = (await preview(context, input)).import;
      return { ...input, body: { options: { ...options, header: false, targets: ['code', 'name', 'country'] } } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        const { rows, fault, columns } = previewIn(data);
        assert.deepEqual([fault, rows.map((row) => row.line), columns.length], [null, [1, 2], 3]);
      },
    },
  };
}

function jsonReportCase(): Case {
  return {
    operationId: 'exportImportReport',
    name: 'has the rows of a JSON file as NDJSON, with what is wrong',
    needs: admin,
    request: ({ backend }) => {
      const records = ['SAMPLE7', 'SAMPLE8'].map((code) => ({ code, name: 'Sample', country: 'Nowhere at all' }));
      return backend.imports.stageFile(text(JSON.stringify(records)), { filename: 'sample.json' });
    },
    expect: {
      status: 200,
      check: ({ body, headers }) => {
        assert.match(headers.get('content-type') ?? '', /^application\/x-ndjson/);
        const lines = parseNdjson(String(body));
        assert.deepEqual(
          lines.map(({ code, name, country }) => [code, name, country]),
          ['SAMPLE7', 'SAMPLE8'].map((code) => [code, 'Sample', 'Nowhere at all']),
        );
        for (const entry of lines) assert.ok(Object.keys(entry).length > 3, 'each says what is wrong');
      },
    },
  };
}
