import type { Transaction } from '#database';
import { listColumn, type StoredRow } from '../stored-row.ts';
import type { EditedLine } from './edit-lines.ts';

/** Of what goes to the database in one statement: less than any server takes. */
const MAX_STATEMENT_CHARACTERS = 2 ** 20;

const columnsOfRow = `n INT UNSIGNED PATH '$.n', state VARCHAR(12) PATH '$.state', code VARCHAR(120) PATH '$.code',
  record_id INT UNSIGNED PATH '$.recordId', version INT UNSIGNED PATH '$.version', problems TEXT PATH '$.problems',
  missing TEXT PATH '$.missing'`;

const columnsOfLine = `n INT UNSIGNED PATH '$.n', cells MEDIUMTEXT PATH '$.cells', file_cells MEDIUMTEXT PATH '$.fileCells'`;

/** Writes down what rows are found to be. */
export const writeRows = (trx: Transaction, importId: number, rows: StoredRow[]): Promise<void> =>
  update(
    trx,
    importId,
    { columns: columnsOfRow, names: ['state', 'code', 'record_id', 'version', 'problems', 'missing'] },
    rows.map(({ n, state, code, recordId, version, problems, missing }) => ({
      ...{ n, state, code: code?.slice(0, 120) ?? null, recordId: recordId ?? 0, version: version ?? 0 },
      ...{ problems: listColumn(problems), missing: listColumn(missing) },
    })),
  );

/** Writes down the cells of lines, by their first rows, and what the file has in those that were corrected. */
export const writeLines = (
  trx: Transaction,
  importId: number,
  lines: ReadonlyMap<number, Pick<EditedLine, 'after'>>,
): Promise<void> =>
  update(
    trx,
    importId,
    { columns: columnsOfLine, names: ['cells', 'file_cells'] },
    [...lines].map(
      ([
        n,
        {
          after: { cells, fileCells },
        },
      ]) => ({
        ...{ n, cells: JSON.stringify(cells) },
        fileCells: Object.keys(fileCells).length > 0 ? JSON.stringify(fileCells) : null,
      }),
    ),
  );

/** From the lists to the rows, by their key: many as fast as one. */
async function update(
  trx: Transaction,
  importId: number,
  { columns, names }: { columns: string; names: string[] },
  items: object[],
): Promise<void> {
  const sets = names.map((name) => `own.${name} = given.${name}`).join(', ');
  const sql = `UPDATE JSON_TABLE(?, '$[*]' COLUMNS (${columns})) AS given
    STRAIGHT_JOIN import_row AS own ON own.import_id = ? AND own.n = given.n SET ${sets}`;
  for (const list of lists(items)) await trx.raw(sql, [list, importId]);
}

function* lists(items: object[]): Generator<string> {
  let texts: string[] = [];
  let characters = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (characters + text.length > MAX_STATEMENT_CHARACTERS && texts.length > 0) {
      yield `[${texts.join()}]`;
      [texts, characters] = [[], 0];
    }
    texts.push(text);
    characters += text.length;
  }
  if (texts.length > 0) yield `[${texts.join()}]`;
}
