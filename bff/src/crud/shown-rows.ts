import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Entity } from './entity.ts';
import type { Target, Targets } from './reference-places.ts';
import { columnsOf, iso, type Row, readStored, type Stored, systemColumns } from './rows.ts';

/** Rows of a kind with what is shown beside them, as `shownOf` selects it. */
export interface Shown {
  stored: Stored[];
  targets: Targets;
  proposals: Schemas['ProposalMark'][];
  /** Those that hold work of the caller. */
  ownWork: number[];
}

/** What a statement selects and joins. */
interface Parts {
  columns: string;
  joins: string;
}

// of a time the driver would make a Date, only to become a text again
const times = new Set(['create_time', 'update_time']);

const partsOf = new WeakMap<Entity, Parts>();

/**
 * What a statement selects and joins to show rows of a kind's table, there named `own`: what they hold and refer to, open
 * proposals, and whether the caller, whose id is its only value, has written them.
 */
export function shownOf(entity: Entity): Parts {
  const parts = partsOf.get(entity) ?? makeParts(entity);
  partsOf.set(entity, parts);
  return parts;
}

const held = ['code', 'name', 'locales'] as const;
const referring = ({ fields }: Entity) =>
  fields.flatMap(({ column, reference }) => (reference ? [{ column, kind: reference }] : []));

function makeParts(entity: Entity): Parts {
  const references = referring(entity);
  const columns = [
    ...columnsOf(entity).map((column) => `own.\`${column}\``),
    ...systemColumns.map((column) =>
      times.has(column) ? `CAST(own.${column} AS CHAR) AS ${column}` : `own.${column}`,
    ),
    ...references.flatMap(({ column }) => held.map((name) => `of_${column}.${name} AS \`${column}.${name}\``)),
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

/** What rows that `shownOf` has selected say; lists of references take a statement each. */
export async function readShown(db: Database, entity: Entity, rows: Row[]): Promise<Shown> {
  return {
    ...(await readStored(db, entity, rows, joinedTargets(entity, rows))),
    proposals: rows.flatMap((row) => toMark(row) ?? []),
    ownWork: rows.filter((row) => row['writer.user_id'] !== null).map(({ id }) => id),
  };
}

function joinedTargets(entity: Entity, rows: Row[]): Targets {
  const targets = new Map<string, Target>();
  for (const { column, kind } of referring(entity)) {
    for (const row of rows) {
      const key = `${kind} ${row[column]}`;
      if (row[column] === null || targets.has(key)) continue;
      const [code, name, locales] = held.map((part) => row[`${column}.${part}`]);
      targets.set(key, { code: String(code), name: String(name), locales });
    }
  }
  return targets;
}

function toMark(row: Row): Schemas['ProposalMark'] | undefined {
  // what `propose` has written
  const action = row['proposal.action'] as Schemas['ProposalMark']['action'] | null;
  if (action === null) return undefined;
  return { id: row.id, action, by: String(row['proposal.author']), time: iso(row['proposal.time']) };
}
