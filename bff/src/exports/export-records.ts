import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { filteredRows } from '#crud/filter.ts';
import type { Entity, ListConditions } from '#crud/model.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { invalid } from '#http/problem.ts';
import { prefetchFirst } from '#http/send.ts';
import { columnsOf } from './columns.ts';
import { csv } from './csv.ts';
import type { Format } from './format.ts';
import { ndjson } from './ndjson.ts';
import { readRecords } from './read-records.ts';
import { xlsx } from './xlsx.ts';

export type FileFormat = Schemas['FileFormat'];

const formats: Record<FileFormat, Format> = { csv, xlsx, ndjson };
// rows of a sheet, but for its first
const mostInSheet = 1_048_575;

/** What an export is asked for: what a list is, and by ids with commas between them. */
export interface ExportQuery extends ListConditions {
  format: FileFormat;
  ids?: string;
  status?: Schemas['Status'];
}

/**
 * The records that a query asks for as a file, in the order of their ids. The first of them are read here, so that errors can still
 * be answered. Throws `validationError` where a sheet cannot hold them.
 */
export async function exportRecords(
  db: Database,
  entity: Entity,
  { format, ids, ...query }: ExportQuery,
): Promise<Readable> {
  const rows = ids === undefined ? await matching(db, entity, query) : byIds(db, entity, ids);
  if (format === 'xlsx') await refuseTooMany(rows());
  const columns = await columnsOf(db, entity, rows);
  return formats[format]({ columns, records: await prefetchFirst(readRecords(db, entity, rows)) });
}

async function matching(
  db: Database,
  entity: Entity,
  { status, ...query }: Pick<ExportQuery, 'status'> & ListConditions,
) {
  const rows = await filteredRows(db, entity, query);
  return () => (status ? rows().where({ status }) : rows());
}

/** Whatever else is asked for: what a list takes for granted would leave some of them out. */
const byIds = (db: Database, entity: Entity, ids: string) => () =>
  db(entity.table).whereIn('id', ids.split(',').map(Number));

async function refuseTooMany(rows: Knex.QueryBuilder): Promise<void> {
  const [{ n }] = await rows.count({ n: '*' });
  if (Number(n) > mostInSheet)
    throw invalid({ pointer: '/query/format', rule: 'maxItems', parameters: { limit: mostInSheet } });
}
