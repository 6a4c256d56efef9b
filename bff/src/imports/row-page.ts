import type { Knex } from 'knex';
import type { Entity } from '#crud/model.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { cappedCount } from './capped-count.ts';
import type { StoredImport } from './stored-import.ts';
import { linesOf, readRows, rowsOf } from './stored-row.ts';
import { type RowReader, toRow } from './to-row.ts';
import { isMissing, missingColumns } from './waiting.ts';

type Filter = Omit<Query<'listImportRows'>, 'cursor' | 'limit'>;

/** Whether there is a report that says something of the file as it is read now. */
export const isReported = ({ status }: Pick<StoredImport, 'status'>): boolean =>
  !['uploading', 'uploaded', 'staging', 'failed'].includes(status);

const filtered =
  (entity: Entity, { state, outcome, rule, code, incomplete, lacks, corrected }: Filter) =>
  (rows: Knex.QueryBuilder): void => {
    if (state) rows.where('own.state', state);
    if (outcome) rows.where('own.outcome', outcome);
    // rules are plain words, and no text of a problem has one in quotes behind this
    if (rule) rows.where('own.problems', 'like', `%"rule":"${rule}"%`);
    if (code) rows.where('own.code', 'like', `${code.replaceAll(/[\\%_]/g, '\\$&')}%`);
    if (incomplete !== undefined) rows[incomplete ? 'whereNotNull' : 'whereNull']('own.missing');
    if (lacks) rows.whereRaw(...waitingWithout(entity, lacks));
    if (corrected !== undefined) rows[corrected ? 'whereNotNull' : 'whereNull']('first.file_cells');
  };

/** That a row's record is pending as the import made it and lacks a field. */
function waitingWithout(entity: Entity, pointer: string): [string] {
  const field = missingColumns(entity).find(({ name }) => `/${name}` === pointer);
  if (!field) return ['0'];
  const record = `SELECT 1 FROM \`${entity.table}\` AS record WHERE record.id = own.record_id AND record.status = 'pending'
    AND record.version = own.version AND ${isMissing(field, 'record')}`;
  return [`own.outcome = 'created' AND EXISTS (${record})`];
}

/** A page of the report as the contract has it; `cursor` is the last row seen. */
export async function rowPage(
  db: Database,
  entity: Entity,
  stored: StoredImport,
  reader: RowReader,
  { cursor, limit = 20, ...filter }: Query<'listImportRows'>,
): Promise<Schemas['ImportRowsAnswer']['data']> {
  const narrow = filtered(entity, filter);
  const [rows, counted, rules] = await Promise.all([
    readRows(db, stored.id, { after: Number(cursor ?? 0), limit: limit + 1, narrow }),
    cappedCount(db, (filter.corrected === undefined ? rowsOf : linesOf)(db, stored.id).modify(narrow)),
    filter.state ? rulesOf(db, stored.id, filter.state) : {},
  ]);
  const items = rows.slice(0, limit).map((row) => toRow(reader, row));
  const nextCursor = rows.length > limit ? String(items.at(-1)?.row) : null;
  return { columns: reader.columns, items, nextCursor, ...counted, rules };
}

/** How many rows of a state have each problem. */
async function rulesOf(db: Database, importId: number, state: string): Promise<Record<string, number>> {
  const rules = db.raw(`JSON_EXTRACT(own.problems, '$[*].rule')`);
  const rows: { rules: string; n: number }[] = await rowsOf(db, importId)
    .where('own.state', state)
    .whereNotNull('own.problems')
    .groupBy('rules')
    .select({ rules, n: db.raw('COUNT(*)') });
  const counts = new Map<string, number>();
  // a JSON list of words
  for (const { rules: held, n } of rows)
    for (const rule of new Set(JSON.parse(held) as string[])) counts.set(rule, (counts.get(rule) ?? 0) + Number(n));
  return Object.fromEntries(counts);
}
