import type { Knex } from 'knex';
import { fieldsRequiredToApprove, filterComplete, lacksFieldSql } from '#crud/list/completeness.ts';
import type { Entity } from '#crud/model.ts';
import type { Database } from '#database';
import { maySeeImports } from '#http/caller.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';

/** An item of the review queue. The id is that of the record, of the record that a proposal would change, or of the import. */
export interface PendingItem {
  entity: EntityKey;
  id: number;
  kind: Schemas['ReviewItem']['kind'];
  time: Date;
}

/** What to list of all that is pending. */
export interface PendingFilter {
  kind?: PendingItem['kind'] | undefined;
  /** The user name of the author. */
  by?: string | undefined;
  /** Only what has waited since before this time. */
  before?: Date | undefined;
  /** Only what has waited since this time or a later one. */
  since?: Date | undefined;
  /** Only records that lack this field (a pointer) for approval, or with `none` only what lacks nothing. */
  missing?: string | undefined;
}

/**
 * Returns queries of (entity, id, kind, time, by) for the pending items of an entity: records and proposals that belong to no import, and
 * imports with pending records or proposals if the caller may see imports.
 */
function pendingQueries(
  db: Database,
  entity: Entity,
  caller: Caller,
  { kind: wantedKind, by, before, since, missing }: PendingFilter = {},
): Knex.QueryBuilder[] {
  const { key, table } = entity;
  const missingField = fieldsRequiredToApprove(entity).find(({ name }) => missing === `/${name}`);
  // proposals lack nothing, as that is checked when they are made; imports have counts of their own
  const canMatchMissing = {
    record: missing === 'none' || missingField !== undefined,
    proposal: missing === 'none',
    import: false,
  };
  const selectItems = (
    kind: PendingItem['kind'],
    rows: Knex.QueryBuilder,
    columns: { id: string; time: string; by: string },
  ) => {
    if (wantedKind && wantedKind !== kind) return [];
    if (missing !== undefined && !canMatchMissing[kind]) return [];
    if (by !== undefined) rows.where(columns.by, by);
    if (before) rows.where(columns.time, '<', before);
    if (since) rows.where(columns.time, '>=', since);
    return [rows.select(db.raw('? as entity', [key]), db.raw('? as kind', [kind]), columns)];
  };
  const pending = () => db(table).where('status', 'pending');
  const pendingRecords = pending().whereNull('import_id');
  if (missing === 'none') filterComplete(entity, pendingRecords);
  if (missingField) pendingRecords.whereRaw(lacksFieldSql(missingField, table));
  const proposed = () => db('proposal').where({ open: 1, entity: key });
  const rowsOfImport = (rows: Knex.QueryBuilder, table: string) =>
    rows.select(db.raw('1')).where(`${table}.import_id`, db.ref('import.id'));
  const sources = [
    ...selectItems('record', pendingRecords, { id: 'id', time: 'update_time', by: 'updated_by' }),
    ...selectItems('proposal', proposed().whereNull('import_id'), { id: 'record_id', time: 'time', by: 'author' }),
  ];
  if (maySeeImports(caller, key)) {
    const imports = db('import')
      .where('import.entity', key)
      .where((pendingImports) =>
        pendingImports.whereExists(rowsOfImport(pending(), table)).orWhereExists(rowsOfImport(proposed(), 'proposal')),
      );
    sources.push(...selectItems('import', imports, { id: 'id', time: 'apply_time', by: 'applied_by' }));
  }
  return sources;
}

interface PendingPage {
  page: number;
  pageSize: number;
  order?: PendingOrder | undefined;
}

const unionOf = (db: Database, queries: Knex.QueryBuilder[]) =>
  db.from(db.queryBuilder().unionAll(queries, true).as('all'));

/** What a list of pending items is sorted by: by time, or by the position of the entity and then by time. */
export type PendingOrder = 'time' | 'entity';

/** Reads a page of pending items, oldest first, of all entities or of one after the other. */
export async function listPending(
  db: Database,
  entities: readonly Entity[],
  caller: Caller,
  { page, pageSize, order = 'time', ...filter }: PendingFilter & PendingPage,
): Promise<PendingItem[]> {
  // each query returns only as many rows as the page may contain, in the order of an index
  const firstItems = entities
    .flatMap((entity) => pendingQueries(db, entity, caller, filter))
    .map((source) => source.orderBy(['time', 'id']).limit(page * pageSize));
  if (firstItems.length === 0) return [];
  const keys = entities.map(({ key }) => key);
  return unionOf(db, firstItems)
    .modify((items) => {
      if (order === 'entity') items.orderByRaw(`FIELD(entity, ${keys.map(() => '?').join()})`, keys);
    })
    .orderBy(['time', 'entity', 'id', 'kind'])
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .select();
}

/** The number of pending items of an entity and the time of the oldest one. */
export interface PendingTally {
  count: number;
  oldest: Date | null;
}

/** Counts the pending items of each of these entities. */
export async function tallyPending(
  db: Database,
  entities: readonly Entity[],
  caller: Caller,
  filter?: PendingFilter,
): Promise<Map<EntityKey, PendingTally>> {
  const tallies = entities.flatMap((entity) =>
    pendingQueries(db, entity, caller, filter).map((source) =>
      db
        .from(source.as('source'))
        .select(db.raw('? as entity', [entity.key]))
        .count({ n: '*' })
        .min({ oldest: 'time' }),
    ),
  );
  if (tallies.length === 0) return new Map();
  const rows = await unionOf(db, tallies).groupBy('entity').select('entity').sum({ n: 'n' }).min({ oldest: 'oldest' });
  return new Map(rows.map(({ entity, n, oldest }) => [entity, { count: Number(n), oldest }]));
}

/** Returns the number of all pending items and the time of the oldest one. */
export function sumTallies(tallies: PendingTally[]): Schemas['PendingWork'] {
  const times = tallies.flatMap(({ oldest }) => oldest?.getTime() ?? []);
  return {
    total: tallies.reduce((sum, { count }) => sum + count, 0),
    oldest: times.length > 0 ? new Date(Math.min(...times)).toISOString() : null,
  };
}

/** The ages in days by which pending items are counted; each reaches to the next. */
const AGE_STEPS = [0, 2, 7, 30] as const;
const DAY_MS = 24 * 3_600_000;

/** Counts the pending items by the days for which they have waited, shortest first. */
export async function tallyAges(
  db: Database,
  entities: readonly Entity[],
  caller: Caller,
  filter: PendingFilter,
): Promise<Schemas['ReviewAgesAnswer']['data']['ages']> {
  const now = Date.now();
  const [, ...laterSteps] = AGE_STEPS;
  const ageGroup = db.raw(
    `${laterSteps.map(() => '(time < ?)').join(' + ')} as age_group`,
    laterSteps.map((days) => new Date(now - days * DAY_MS)),
  );
  const tallies = entities.flatMap((entity) =>
    pendingQueries(db, entity, caller, filter).map((source) =>
      db.from(source.as('source')).select(ageGroup).count({ n: '*' }).groupBy('age_group'),
    ),
  );
  const rows =
    tallies.length === 0 ? [] : await unionOf(db, tallies).groupBy('age_group').select('age_group').sum({ n: 'n' });
  const counts = new Map(rows.map(({ age_group, n }) => [Number(age_group), Number(n)]));
  return AGE_STEPS.map((from, group) => ({
    from,
    below: AGE_STEPS[group + 1] ?? null,
    count: counts.get(group) ?? 0,
  }));
}

const MAX_AUTHORS = 50;

/** Counts the pending items of each author, most items first. */
export async function tallyAuthors(
  db: Database,
  entities: readonly Entity[],
  caller: Caller,
  filter: Omit<PendingFilter, 'by'>,
): Promise<{ by: string; count: number }[]> {
  const tallies = entities.flatMap((entity) =>
    pendingQueries(db, entity, caller, filter).map((source) =>
      db.from(source.as('source')).select('by').count({ n: '*' }).groupBy('by'),
    ),
  );
  if (tallies.length === 0) return [];
  const rows = await unionOf(db, tallies)
    .groupBy('by')
    .select('by')
    .sum({ n: 'n' })
    .orderBy([{ column: 'n', order: 'desc' }, 'by'])
    .limit(MAX_AUTHORS);
  return rows.map(({ by, n }) => ({ by, count: Number(n) }));
}

/** The pending records and proposals of an entity: how many there are, how many can be approved, and how many lack each field. */
interface Completeness {
  total: number;
  ready: number;
  /** By pointer. */
  missing: Map<string, number>;
}

/** Counts the pending records and proposals of each entity that lack nothing for approval, and those that lack each field. Imports do not count. */
export async function tallyCompleteness(
  db: Database,
  entities: readonly Entity[],
  caller: Caller,
  filter: Omit<PendingFilter, 'missing'>,
): Promise<Map<EntityKey, Completeness>> {
  const { kind: wantedKind } = filter;
  const countItems = (entity: Entity, counted: string, itemFilter: PendingFilter) =>
    pendingQueries(db, entity, caller, itemFilter).map((source) =>
      db
        .from(source.as('source'))
        .select(db.raw('? as entity', [entity.key]), db.raw('? as counted', [counted]))
        .count({ n: '*' }),
    );
  const tallies = entities.flatMap((entity) => [
    ...(['record', 'proposal'] as const)
      .filter((kind) => !wantedKind || wantedKind === kind)
      .flatMap((kind) => countItems(entity, 'all', { ...filter, kind })),
    ...['none', ...fieldsRequiredToApprove(entity).map(({ name }) => `/${name}`)].flatMap((missing) =>
      countItems(entity, missing, { ...filter, missing }),
    ),
  ]);
  const rows =
    tallies.length === 0
      ? []
      : await unionOf(db, tallies).groupBy('entity', 'counted').select('entity', 'counted').sum({ n: 'n' });
  const completeness = new Map<EntityKey, Completeness>();
  for (const { key } of entities) {
    const counts = new Map(
      rows.filter(({ entity }) => entity === key).map(({ counted, n }) => [String(counted), Number(n)]),
    );
    const { all: total = 0, none: ready = 0, ...missing } = Object.fromEntries(counts);
    const lacking = Object.entries(missing).filter(([, count]) => count > 0);
    if (total > 0) completeness.set(key, { total, ready, missing: new Map(lacking) });
  }
  return completeness;
}
