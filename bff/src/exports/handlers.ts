import type { Knex } from 'knex';
import { toLocalDay } from '#change-sets/effective-time.ts';
import type { Moment } from '#crud/as-of/moment.ts';
import { resolveMineFilter } from '#crud/list/change-filters.ts';
import { matchingRows } from '#crud/list/filter.ts';
import type { CrudContext, Entity, EntityRecord, ListConditions } from '#crud/model.ts';
import { toStoredRecords } from '#crud/rows.ts';
import type { Database } from '#database';
import { prefetchFirst } from '#http/bodies.ts';
import { attributionLinks, type OperationId, type Schemas } from '#http/contract.ts';
import { type AnyRequest, type Caller, type Handlers, typedHandlers } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { exportRecordsAsOf } from './export-as-of.ts';
import { type ExportFormat, type ExportTable, exportColumns, readLanguages } from './table.ts';
import { csv, ndjson } from './text-files.ts';
import { xlsx } from './xlsx.ts';

export type ExportOperation<P extends string> = Extract<OperationId, `export${P}`>;

const FILE_TYPES: Record<FileFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
};

/** Creates the handler that exports the records of an entity as a file. */
export function exportHandlers<S extends string, P extends string>(
  entity: Entity<S, P>,
  crud: Pick<CrudContext, 'db' | 'forecast' | 'readDueReleases' | 'timeZone'>,
): Pick<Handlers, ExportOperation<P>> {
  const name = `export${entity.plural}`;
  const handler = async (request: AnyRequest) => {
    // the cast: the mount has validated the query
    const query = request.query as ExportQuery;
    const { caller } = request;
    const { format } = query;
    const { table, moment } = await readTable(crud, entity as Entity, resolveMineFilter(query, caller), caller);
    const stream = FORMATS[format]({ ...table, attribution: attributionLinks([entity.key]) });
    // logged before the first byte is sent, as an aborted transfer has exported data as well
    await logAct(crud.db, {
      ...logActorOf(request),
      act: 'recordsExported',
      target: { kind: 'operation', id: null, name },
      details: { query: queryText(query) },
    });
    const nameParts = moment ? toNameParts(moment, query.asOf ?? '', await crud.timeZone()) : [];
    const filename = `${[entity.key, ...nameParts].join('-')}.${format}`;
    const headers = moment ? { 'X-As-Of-Position': String(moment.position) } : {};
    return { status: 200, stream, type: FILE_TYPES[format], filename, headers };
  };
  return typedHandlers<ExportOperation<P>>({ [name]: handler });
}

/** Returns the parts of a file's name that say which state of the records it has; a time is on the day of the installation. */
const toNameParts = ({ time, position, forecast }: Moment, asOf: string, zone: string): string[] => [
  ...(forecast ? ['forecast'] : []),
  asOf.includes('T') ? toLocalDay(time.getTime(), zone) : asOf,
  `position-${position}`,
];

const queryText = (query: object): string =>
  String(new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])));

type FileFormat = Schemas['FileFormat'];

const FORMATS: Record<FileFormat, ExportFormat> = { csv, xlsx, ndjson };
// the rows of a sheet except for the header
const MAX_SHEET_ROWS = 1_048_575;

/** The parameters of an export: those of a list, or comma-separated ids. */
interface ExportQuery extends ListConditions {
  format: FileFormat;
  ids?: string;
}

/** The columns and records of a file, and the moment that it shows instead of now. */
interface TableAtMoment {
  table: Pick<ExportTable, 'columns' | 'records'>;
  moment?: Moment;
}

/**
 * Reads the records of a query, ordered by id. The first records are read before this returns, so that errors still get a
 * regular response. @throws Problem `validationError` if there are too many rows for a sheet
 */
async function readTable(
  crud: Pick<CrudContext, 'db' | 'forecast' | 'readDueReleases' | 'timeZone'>,
  entity: Entity,
  { format, ids: idList, asOf, ...query }: ExportQuery,
  caller: Caller,
): Promise<TableAtMoment> {
  const { db } = crud;
  const ids = idList?.split(',').map(Number);
  if (asOf !== undefined) {
    const { moment, languages, count, records } = await exportRecordsAsOf(crud, entity, { asOf, caller, ids, query });
    if (format === 'xlsx') assertFitsSheet(count);
    const table = { columns: exportColumns(entity, languages), records: await prefetchFirst(records) };
    return { table, moment };
  }
  // by id all filters are ignored, as default filters would exclude some records
  const rows = ids ? () => db(entity.table).whereIn('id', ids) : await matchingRows(db, entity, query);
  if (format === 'xlsx') assertFitsSheet(await countRows(rows()));
  const columns = exportColumns(entity, await readLanguages(db, entity, rows()));
  return { table: { columns, records: await prefetchFirst(readRecords(db, entity, rows)) } };
}

async function countRows(rows: Knex.QueryBuilder): Promise<number> {
  const [{ n }] = await rows.count({ n: '*' });
  return Number(n);
}

function assertFitsSheet(count: number): void {
  if (count > MAX_SHEET_ROWS)
    throw invalid({ pointer: '/query/format', rule: 'maxItems', parameters: { limit: MAX_SHEET_ROWS } });
}

// large pages, as each page of ids repeats the search
const PAGE_IDS = 20_000;
const BATCH_RECORDS = 500;

/**
 * Yields the records of these rows by id. Each batch is a separate statement that runs on demand, so that a slow reader does not occupy a
 * connection.
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
  for (let lastId = 0, size = PAGE_IDS; size === PAGE_IDS; ) {
    const ids: number[] = await rows().where('id', '>', lastId).orderBy('id').limit(PAGE_IDS).pluck('id');
    yield ids;
    [lastId, size] = [ids.at(-1) ?? lastId, ids.length];
  }
}
