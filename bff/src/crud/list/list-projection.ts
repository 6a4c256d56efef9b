import type { Entity, Row, StoredRecord } from '#crud/model.ts';
import type { ReferencedRecord, ReferencedRecords } from '#crud/references/reference-paths.ts';
import { columnsOf, readStored, SYSTEM_COLUMNS, toIsoTime } from '#crud/rows.ts';
import { type Database, executePrepared } from '#database';
import type { Schemas } from '#http/contract.ts';

/** Records of a page with the additional data that `listProjection` selects. */
interface ProjectedRecords {
  stored: StoredRecord[];
  referencedRecords: ReferencedRecords;
  proposals: Schemas['ProposalMark'][];
  /** Ids of records that the caller has contributed to. */
  contributedIds: number[];
}

/** The columns and joins of a SELECT statement. */
interface Projection {
  columns: string;
  joins: string;
}

// as strings, because a Date would be converted back into a string anyway
const TIME_COLUMNS = new Set(['create_time', 'update_time']);

const projections = new WeakMap<Entity, Projection>();

/**
 * Returns the columns and joins to select records with their references, open proposals, and whether the caller contributed to them. The
 * entity's table has the alias `own`; the only parameter is the caller's id.
 */
export function listProjection(entity: Entity): Projection {
  const projection = projections.get(entity) ?? makeProjection(entity);
  projections.set(entity, projection);
  return projection;
}

const JOINED_COLUMNS = ['code', 'name', 'locales'] as const;
const referenceColumns = ({ fields }: Entity) =>
  fields.flatMap(({ column, reference }) => (reference ? [{ column, entityKey: reference }] : []));

function makeProjection(entity: Entity): Projection {
  const references = referenceColumns(entity);
  const belongsToRecord = (table: string) => `${table}.entity = '${entity.key}' AND ${table}.record_id = own.id`;
  const columns = [
    ...columnsOf(entity).map((column) => `own.\`${column}\``),
    ...SYSTEM_COLUMNS.map((column) =>
      TIME_COLUMNS.has(column) ? `CAST(own.${column} AS CHAR) AS ${column}` : `own.${column}`,
    ),
    ...references.flatMap(({ column }) =>
      JOINED_COLUMNS.map((name) => `of_${column}.${name} AS \`${column}.${name}\``),
    ),
    ...['action', 'author', 'time'].map((name) => `proposal.${name} AS \`proposal.${name}\``),
    'writer.user_id AS `writer.user_id`',
    // looked up once per statement: looking for the items of each row here takes longer than the statement that reads them for all rows
    `EXISTS (SELECT 1 FROM change_set WHERE change_set.status IN ('submitted', 'scheduled')
      AND change_set.due_time IS NOT NULL) AS has_dated_sets`,
  ];
  const joins = [
    ...references.map(
      ({ column, entityKey }) => `LEFT JOIN \`${entityKey}\` AS of_${column} ON of_${column}.id = own.\`${column}\``,
    ),
    `LEFT JOIN proposal ON ${belongsToRecord('proposal')} AND proposal.open = 1`,
    `LEFT JOIN review_writer AS writer ON ${belongsToRecord('writer')} AND writer.user_id = ?`,
  ];
  return { columns: columns.join(', '), joins: joins.join(' ') };
}

/** Returns the ids of records that change sets may change on their dates; none if no set has a date. */
export const idsToMark = (rows: Row[]): number[] =>
  Number(rows[0]?.has_dated_sets) === 1 ? rows.map(({ id }) => id) : [];

/** Converts rows that `listProjection` has selected; lists of references are read with one statement each. */
export async function readProjected(db: Database, entity: Entity, rows: Row[]): Promise<ProjectedRecords> {
  return {
    ...(await readStored(db, entity, rows, joinedRecords(entity, rows))),
    proposals: rows.flatMap((row) => toProposalMark(row) ?? []),
    contributedIds: rows.filter((row) => row['writer.user_id'] !== null).map(({ id }) => id),
  };
}

function joinedRecords(entity: Entity, rows: Row[]): ReferencedRecords {
  const referencedRecords = new Map<string, ReferencedRecord>();
  for (const { column, entityKey } of referenceColumns(entity)) {
    for (const row of rows) {
      const key = `${entityKey} ${row[column]}`;
      if (row[column] === null || referencedRecords.has(key)) continue;
      const [code, name, locales] = JOINED_COLUMNS.map((part) => row[`${column}.${part}`]);
      referencedRecords.set(key, { code: String(code), name: String(name), locales });
    }
  }
  return referencedRecords;
}

function toProposalMark(row: Row): Schemas['ProposalMark'] | undefined {
  // the cast: written by `proposeChanges`
  const action = row['proposal.action'] as Schemas['ProposalMark']['action'] | null;
  if (action === null) return undefined;
  return { id: row.id, action, by: String(row['proposal.author']), time: toIsoTime(row['proposal.time']) };
}

const selectStatements = new WeakMap<Entity, string>();

/** Reads a record, if it exists, with the same data as in a list, and whether the user has a notice of a rejection. */
export async function readRecordAsListed(
  db: Database,
  entity: Entity,
  id: number,
  userId: number,
): Promise<ProjectedRecords & { hasRejectionNotice: boolean; idsToMark: number[] }> {
  const sql = selectStatements.get(entity) ?? buildSelectStatement(entity);
  selectStatements.set(entity, sql);
  const rows = await executePrepared<Row[]>(db, sql, [userId, userId, id]);
  return {
    ...(await readProjected(db, entity, rows)),
    hasRejectionNotice: Number(rows[0]?.has_notice) === 1,
    idsToMark: idsToMark(rows),
  };
}

function buildSelectStatement(entity: Entity): string {
  const { columns, joins } = listProjection(entity);
  const hasNotice = `EXISTS (SELECT 1 FROM review_notice AS notice WHERE notice.entity = '${entity.key}'
    AND notice.record_id = own.id AND notice.kind = 'proposal' AND notice.user_id = ?) AS has_notice`;
  return `SELECT ${columns}, ${hasNotice} FROM \`${entity.table}\` AS own ${joins} WHERE own.id = ?`;
}
