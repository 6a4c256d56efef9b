import assert from 'node:assert/strict';
import type { Case } from '../../../suite/case.ts';
import type { CaseContext } from '../../../suite/case-context.ts';
import type { Body, TestedEntity } from '../../../suite/records/tested-entity.ts';
import type { ApiResponse } from '../../../suite/requests/client.ts';
import { parseCsv, parseNdjson, parseXlsx, type Table } from '../../../suite/requests/files.ts';
import type { RecordData } from '../../../suite/requests/response-data.ts';
import { writableFields } from '../../../suite/values/field-changes.ts';

const formats: Record<string, (response: ApiResponse) => Promise<Table> | Table> = {
  csv: ({ bytes }) => parseCsv(bytes),
  xlsx: async ({ bytes }) => (await parseXlsx(bytes))[0] ?? { headings: [], rows: [] },
};

/** Tests what stands in exported files: the records asked for, in the order of their ids, with a column for each field. */
export function batchExportCases(entity: TestedEntity): Case[] {
  const base = { entity, operationId: entity.operations.export.id, needs: { role: 'admin' } };
  const batchQuery = async ({ backend }: CaseContext) => (await backend.batches.get(entity)).query;
  return [
    ...Object.entries(formats).flatMap(([format, parse]): Case[] => [
      {
        ...base,
        name: `exports ${format} with a row for each record that matches and a column for each field`,
        request: async (context) => ({ query: { ...(await batchQuery(context)), format } }),
        expect: {
          status: 200,
          check: async (response, { backend }) => {
            const { records } = await backend.batches.get(entity);
            assertTable(entity, await parse(response), records);
          },
        },
      },
      {
        ...base,
        name: `exports ${format} of the ids that are asked for, whatever else is`,
        request: async ({ backend }) => {
          const { records, query } = await backend.batches.get(entity);
          // the status matches none of them
          return { query: { ...query, format, ids: [records[4]?.id, records[0]?.id].join(), status: 'rejected' } };
        },
        expect: {
          status: 200,
          check: async (response, { backend }) => {
            const { records } = await backend.batches.get(entity);
            assertTable(entity, await parse(response), [records[0], records[4]] as RecordData[]); // Cast: there are eleven.
          },
        },
      },
    ]),
    {
      ...base,
      name: 'exports ndjson with the records as they are read',
      request: async (context) => ({ query: { ...(await batchQuery(context)), format: 'ndjson' } }),
      expect: {
        status: 200,
        check: async ({ body }, { backend }) => {
          const { records } = await backend.batches.get(entity);
          const lines = parseNdjson(String(body));
          for (const [index, record] of records.entries()) {
            for (const [name, value] of Object.entries(record))
              assert.deepEqual(lines[index]?.[name], value, `${name} of line ${index + 1}`);
          }
          assert.equal(lines.length, records.length);
        },
      },
    },
    {
      ...base,
      name: 'exports ndjson of the ids that are asked for, in the order of the ids',
      request: async ({ backend }) => {
        const { records } = await backend.batches.get(entity);
        return { query: { format: 'ndjson', ids: [6, 2, 9, 0].map((index) => records[index]?.id).join() } };
      },
      expect: {
        status: 200,
        check: async ({ body }, { backend }) => {
          const { records } = await backend.batches.get(entity);
          assert.deepEqual(
            parseNdjson(String(body)).map(({ id }) => id),
            [0, 2, 6, 9].map((index) => records[index]?.id),
          );
        },
      },
    },
    formulaCase(entity),
  ];
}

function assertTable(entity: TestedEntity, { headings, rows }: Table, records: RecordData[]): void {
  assert.equal(rows.length, records.length, 'there is a row for each record');
  assert.equal(new Set(headings).size, headings.length, 'no two columns have the same heading');
  const columns = headings.map((heading) => heading.toLowerCase());
  for (const { path, schema } of writableFields(entity)) {
    const [name = ''] = path;
    if (['array', 'object'].includes(String(schema.type))) continue;
    const column = columns.indexOf(name.toLowerCase());
    assert.ok(column >= 0, `there is a column for ${name}`);
    for (const [index, record] of records.entries())
      assertCell(rows[index]?.[column], record[name], `${name} in row ${index + 1}`);
  }
}

function assertCell(cell: string | undefined, value: unknown, where: string): void {
  if (value === null) {
    assert.equal(cell ?? '', '', where);
    return;
  }
  const isSame = cell === String(value) || (cell !== '' && Number(cell) === Number(value));
  // a boolean may be a word of the file’s own, and a time a day of the workbook’s calendar
  const isOtherForm = typeof value === 'boolean' || /^\d{4}-/.test(String(value));
  if (!isSame && !isOtherForm) assert.equal(cell, String(value), where);
  assert.ok(isSame || Boolean(cell), `${where} is not empty`);
}

/** What a formula begins with besides `=`, in ASCII and in full width. */
const otherFormulaStarts = ['+', '-', '@', '＝', '＋', '－', '＠'];

/** Tests that a text survives quotes, separators and line ends, and that a spreadsheet takes none for a formula. */
function formulaCase(entity: TestedEntity): Case {
  const rest = '1+"2",;x';
  const assertText = ({ bytes }: ApiResponse, start: string) => {
    const { headings, rows } = parseCsv(bytes);
    assert.equal(rows.length, 1);
    assert.equal(rows[0]?.[headings.indexOf(entity.searchField)], `'${start}${rest}`);
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'the file begins with a byte order mark');
  };
  let body: Body;
  return {
    entity,
    operationId: entity.operations.export.id,
    name: 'exports csv in which quotes and separators are text, and nothing is a formula',
    needs: { role: 'admin' },
    request: async (context) => {
      body = { ...(await context.freshBody()), [entity.searchField]: `=${rest}` };
      const { id } = await context.records.create(entity, 'pending', 'editor', body);
      return { query: { format: 'csv', ids: id } };
    },
    expect: {
      status: 200,
      check: async (response, context) => {
        assertText(response, '=');
        const { id } = context.records.lastCreated(entity);
        for (const start of otherFormulaStarts) {
          const changed = { ...body, [entity.searchField]: start + rest };
          await context.call('update', 'editor', { params: { id }, version: '*', body: changed });
          assertText(await context.call('export', 'admin', { query: { format: 'csv', ids: id } }), start);
        }
      },
    },
  };
}
