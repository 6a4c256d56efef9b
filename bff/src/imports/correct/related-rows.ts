import type { Knex } from 'knex';
import { referenceFields } from '#crud/reference-paths.ts';
import { containing } from '#database';
import { readRows, type StoredRow } from '../stored-row.ts';
import type { Judging } from './judge-rows.ts';

/** Far more than a file has rows for one key; what is beyond is found out when the import is applied. */
const MAX_RELATED_ROWS = 5000;

const read = ({ db, importId }: Judging, narrow: (rows: Knex.QueryBuilder) => unknown): Promise<StoredRow[]> =>
  readRows(db, importId, {
    limit: MAX_RELATED_ROWS,
    narrow: (rows) => narrow(rows.whereNot('own.state', 'excluded')),
  });

/** The rows that are known by one of these codes, and those refused because one of these lines has the same. */
export async function peersOf(judging: Judging, codes: string[], lines: number[]): Promise<StoredRow[]> {
  const found: StoredRow[] = [];
  if (codes.length > 0) found.push(...(await read(judging, (rows) => rows.whereIn('own.code', [...new Set(codes)]))));
  if (lines.length === 0) return found;
  const repeats = `"duplicateInFile","parameters":[{]"line":(${[...new Set(lines)].join('|')})[}]`;
  const refused = (rows: Knex.QueryBuilder) =>
    rows.where('own.state', 'refused').whereRaw('own.problems REGEXP ?', repeats);
  return [...found, ...(await read(judging, refused))];
}

/** The rows that have one of these texts in one of these columns. */
export async function holdersOf(judging: Judging, columns: number[], texts: string[]): Promise<StoredRow[]> {
  if (texts.length === 0 || columns.length === 0) return [];
  const folded = [...new Set(texts.map((text) => text.toUpperCase()))];
  const places = folded.map(() => '?').join();
  return read(judging, (rows) =>
    rows.where((own) => {
      for (const column of columns) own.orWhereRaw(`${cellText} IN (${places})`, [`$[${column}]`, ...folded]);
    }),
  );
}

// as texts are compared before they are values
const cellText = 'UPPER(TRIM(JSON_UNQUOTE(JSON_EXTRACT(first.cells, ?))))';

/** Of a kind that refers to itself the rows that refer to one of these codes. */
export async function dependentsOf(judging: Judging, codes: string[]): Promise<StoredRow[]> {
  const { staging, codes: byNumber } = judging;
  const { entity, options } = staging.reading;
  const wanted = new Set(codes);
  const numbers = [...(byNumber ?? [])].flatMap(([number, code]) => (wanted.has(code) ? [number] : []));
  const texts = [...wanted, ...numbers];
  if (options.preset !== null)
    return read(judging, (rows) =>
      rows.where((own) => {
        for (const text of texts) own.orWhere('first.cells', 'like', containing(JSON.stringify(text)));
      }),
    );
  const names = referenceFields(entity).flatMap(({ name, reference }) => (reference === entity.key ? name : []));
  const columns = names.map((name) => options.targets.indexOf(name)).filter((column) => column >= 0);
  return holdersOf(judging, columns, texts);
}
