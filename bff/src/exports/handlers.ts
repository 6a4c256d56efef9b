import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { filteredRows } from '#crud/filter.ts';
import type { Crud, Entity, EntityRecord, ListConditions } from '#crud/model.ts';
import { toStoredRecords } from '#crud/rows.ts';
import type { Database } from '#database';
import { prefetchFirst } from '#http/bodies.ts';
import type { OperationId, Schemas } from '#http/contract.ts';
import { type AnyRequest, type Handlers, namedHandlers } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { type Format, readExportColumns } from './table.ts';
import { csv, ndjson } from './text-files.ts';
import { xlsx } from './xlsx.ts';

export type ExportOperation<P extends string> = Extract<OperationId, `export${P}`>;

const FILE_TYPES: Record<FileFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
};

/** The records of a kind as a file. */
export function exportHandlers<S extends string, P extends string>(
  entity: Entity<S, P>,
  { db }: Pick<Crud, 'db'>,
): Pick<Handlers, ExportOperation<P>> {
  const name = `export${entity.plural}`;
  const handler = async (request: AnyRequest) => {
    // the mount has checked it against the contract
    const query = request.query as ExportQuery;
    const stream = await exportRecords(db, entity as Entity, query);
    // before anything leaves: who breaks the transfer off has taken what came until then
    await logAct(db, {
      ...logActorOf(request),
      act: 'recordsExported',
      target: { kind: 'operation', id: null, name },
      details: { query: queryText(query) },
    });
    return { status: 200, stream, type: FILE_TYPES[query.format], filename: `${entity.key}.${query.format}` };
  };
  return namedHandlers<ExportOperation<P>>({ [name]: handler });
}

const queryText = (query: object): string =>
  String(new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])));

type FileFormat = Schemas['FileFormat'];

const FORMATS: Record<FileFormat, Format> = { csv, xlsx, ndjson };
// rows of a sheet, but for its first
const MAX_SHEET_ROWS = 1_048_575;

/** What an export is asked for: what a list is, and by ids with commas between them. */
interface ExportQuery extends ListConditions {
  format: FileFormat;
  ids?: string;
  status?: Schemas['Status'];
}

/**
 * The records that a query asks for as a file, in the order of their ids. The first of them are read here, so that errors can still
 * be answered. Throws `validationError` where a sheet cannot hold them.
 */
async function exportRecords(db: Database, entity: Entity, { format, ids, ...query }: ExportQuery): Promise<Readable> {
  const rows = ids === undefined ? await queryMatching(db, entity, query) : queryById(db, entity, ids);
  if (format === 'xlsx') await assertFitsSheet(rows());
  const columns = await readExportColumns(db, entity, rows);
  return FORMATS[format]({ columns, records: await prefetchFirst(readRecords(db, entity, rows)) });
}

async function queryMatching(
  db: Database,
  entity: Entity,
  { status, ...query }: Pick<ExportQuery, 'status'> & ListConditions,
) {
  const rows = await filteredRows(db, entity, query);
  return () => (status ? rows().where({ status }) : rows());
}

/** Whatever else is asked for: what a list takes for granted would leave some of them out. */
const queryById = (db: Database, entity: Entity, ids: string) => () =>
  db(entity.table).whereIn('id', ids.split(',').map(Number));

async function assertFitsSheet(rows: Knex.QueryBuilder): Promise<void> {
  const [{ n }] = await rows.count({ n: '*' });
  if (Number(n) > MAX_SHEET_ROWS)
    throw invalid({ pointer: '/query/format', rule: 'maxItems', parameters: { limit: MAX_SHEET_ROWS } });
}

// of ids many at once: a search is made anew for each page of them
const PAGE_IDS = 20_000;
const BATCH_RECORDS = 500;

/**
 * The records of these rows, by id. Each batch is a statement of its own, made when the reader has taken the one before: who reads
 * slowly holds nothing in the database.
 */
async function* readRecords(
  db: Database,
  entity: Entity,
  rows: () => Knex.QueryBuilder,
): AsyncGenerator<EntityRecord[]> {
  for await (const ids of idsOf(rows)) {
    for (let at = 0; at < ids.length; at += BATCH_RECORDS) {
      const batch = await db(entity.table)
        .whereIn('id', ids.slice(at, at + BATCH_RECORDS))
        .orderBy('id');
      yield (await toStoredRecords(db, entity, batch)).map(({ record }) => record);
    }
  }
}

async function* idsOf(rows: () => Knex.QueryBuilder): AsyncGenerator<number[]> {
  for (let last = 0, size = PAGE_IDS; size === PAGE_IDS; ) {
    const ids: number[] = await rows().where('id', '>', last).orderBy('id').limit(PAGE_IDS).pluck('id');
    yield ids;
    [last, size] = [ids.at(-1) ?? last, ids.length];
  }
}
