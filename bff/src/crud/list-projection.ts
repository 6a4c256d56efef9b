import { type Database, executePrepared } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Entity, Row, Stored } from './model.ts';
import type { Target, Targets } from './reference-paths.ts';
import { columnsOf, readStored, SYSTEM_COLUMNS, toIsoTime } from './rows.ts';

/** Rows of a kind with what is shown beside them, as `listProjection` selects it. */
interface ProjectedRecords {
  stored: Stored[];
  targets: Targets;
  proposals: Schemas['ProposalMark'][];
  /** Those that hold work of the caller. */
  contributedIds: number[];
}

/** What a statement selects and joins. */
interface Projection {
  columns: string;
  joins: string;
}

// of a time the driver would make a Date, only to become a text again
const TIME_COLUMNS = new Set(['create_time', 'update_time']);

const projections = new WeakMap<Entity, Projection>();

/**
 * What a statement selects and joins to show rows of a kind's table, there named `own`: what they hold and refer to, open
 * proposals, and whether the caller, whose id is its only value, has written them.
 */
export function listProjection(entity: Entity): Projection {
  const parts = projections.get(entity) ?? makeProjection(entity);
  projections.set(entity, parts);
  return parts;
}

const JOINED_COLUMNS = ['code', 'name', 'locales'] as const;
const referenceColumns = ({ fields }: Entity) =>
  fields.flatMap(({ column, reference }) => (reference ? [{ column, kind: reference }] : []));

function makeProjection(entity: Entity): Projection {
  const references = referenceColumns(entity);
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
  ];
  const own = (table: string) => `${table}.entity = '${entity.key}' AND ${table}.record_id = own.id`;
  const joins = [
    ...references.map(
      ({ column, kind }) => `LEFT JOIN \`${kind}\` AS of_${column} ON of_${column}.id = own.\`${column}\``,
    ),
    `LEFT JOIN proposal ON ${own('proposal')} AND proposal.open = 1`,
    `LEFT JOIN review_writer AS writer ON ${own('writer')} AND writer.user_id = ?`,
  ];
  return { columns: columns.join(', '), joins: joins.join(' ') };
}

/** Reads rows that `listProjection` has selected; lists of references take a statement each. */
export async function readProjected(db: Database, entity: Entity, rows: Row[]): Promise<ProjectedRecords> {
  return {
    ...(await readStored(db, entity, rows, joinedTargets(entity, rows))),
    proposals: rows.flatMap((row) => toProposalMark(row) ?? []),
    contributedIds: rows.filter((row) => row['writer.user_id'] !== null).map(({ id }) => id),
  };
}

function joinedTargets(entity: Entity, rows: Row[]): Targets {
  const targets = new Map<string, Target>();
  for (const { column, kind } of referenceColumns(entity)) {
    for (const row of rows) {
      const key = `${kind} ${row[column]}`;
      if (row[column] === null || targets.has(key)) continue;
      const [code, name, locales] = JOINED_COLUMNS.map((part) => row[`${column}.${part}`]);
      targets.set(key, { code: String(code), name: String(name), locales });
    }
  }
  return targets;
}

function toProposalMark(row: Row): Schemas['ProposalMark'] | undefined {
  // what `propose` has written
  const action = row['proposal.action'] as Schemas['ProposalMark']['action'] | null;
  if (action === null) return undefined;
  return { id: row.id, action, by: String(row['proposal.author']), time: toIsoTime(row['proposal.time']) };
}

const selectStatements = new WeakMap<Entity, string>();

/** The record of this id, or none, with what is shown of it to this user, and whether a notice of a rejection is. */
export async function readProjectedRecord(
  db: Database,
  entity: Entity,
  id: number,
  userId: number,
): Promise<ProjectedRecords & { hasRejectionNotice: boolean }> {
  const sql = selectStatements.get(entity) ?? buildSelectStatement(entity);
  selectStatements.set(entity, sql);
  const rows = await executePrepared<Row[]>(db, sql, [userId, userId, id]);
  return { ...(await readProjected(db, entity, rows)), hasRejectionNotice: Number(rows[0]?.has_notice) === 1 };
}

function buildSelectStatement(entity: Entity): string {
  const { columns, joins } = listProjection(entity);
  const hasNotice = `EXISTS (SELECT 1 FROM review_notice AS notice WHERE notice.entity = '${entity.key}'
    AND notice.record_id = own.id AND notice.kind = 'proposal' AND notice.user_id = ?) AS has_notice`;
  return `SELECT ${columns}, ${hasNotice} FROM \`${entity.table}\` AS own ${joins} WHERE own.id = ?`;
}
