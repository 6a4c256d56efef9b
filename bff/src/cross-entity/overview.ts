import { getCounts } from '#crud/count-cache.ts';
import { entityByKey, identityOf } from '#crud/entity.ts';
import { countDefaultList, toCounts } from '#crud/list.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { listRejections } from './rejections.ts';
import { type Tally, tallyWaiting } from './waiting.ts';

const MAX_RECENT = 8;

/** The longest period that changes are counted over. */
const MAX_DAYS = 31;
const DAY_MS = 24 * 3_600_000;

/** From when on changes count: from `since`, else from the midnight, by UTC, with which the last `days` days begin. */
function startOf({ days = 1, since }: Period): Date {
  const now = Date.now();
  const midnight = now - (now % DAY_MS);
  return since === undefined
    ? new Date(midnight - (days - 1) * DAY_MS)
    : new Date(Math.max(Date.parse(since), now - MAX_DAYS * DAY_MS));
}

interface Period {
  days?: number;
  since?: string;
}

/** Counts per kind, what waits, and what happened in a period. What is many is counted as lists count it: a few seconds old. */
export async function readOverview(crud: Crud, period: Period, caller: Caller) {
  const { db, entities } = crud;
  const keys = entities.map(({ key }) => key);
  const since = startOf(period);
  const [waits, rejections, changed, recent] = await Promise.all([
    tallyWaiting(db, entities, caller),
    listRejections(crud, caller.id),
    getCounts(db, `overview ${keys} since ${since.toISOString()}`, () =>
      db('data_log')
        .whereIn('entity', keys)
        .where('time', '>=', since)
        .groupBy('entity')
        .select<EntityCount[]>('entity', db.raw('COUNT(*) AS n')),
    ),
    // what people did: what followed from it by itself would hide the rest
    db('data_log').whereIn('entity', keys).whereNot('action', 'reference').orderBy('seq', 'desc').limit(MAX_RECENT),
  ]);
  const changes = toCountByKind(changed);
  return {
    entities: await Promise.all(entities.map((entity) => summarise(crud, entity, waits, changes))),
    reviews: reviewsOf([...waits.values()]),
    rejections: rejections.length,
    changes: sum([...changes.values()]),
    recent: recent.map((row) => toRecent(entityByKey(crud, row.entity), row)),
  };
}

interface EntityCount {
  entity: string;
  n: number | string;
}

type CountByKind = Map<string, number>;

const toCountByKind = (rows: EntityCount[]): CountByKind => new Map(rows.map(({ entity, n }) => [entity, Number(n)]));

const sum = (counts: number[]) => counts.reduce((total, n) => total + n, 0);

function reviewsOf(tallies: Tally[]) {
  const times = tallies.flatMap(({ oldest }) => oldest?.getTime() ?? []);
  return {
    total: sum(tallies.map(({ count }) => count)),
    oldest: times.length > 0 ? new Date(Math.min(...times)).toISOString() : null,
  };
}

async function summarise({ db }: Crud, entity: Entity, waits: Map<string, Tally>, changes: CountByKind) {
  const { key } = entity;
  const counts = toCounts(await countDefaultList(db, entity));
  const total = Object.values(counts).reduce((all, n) => all + n, 0);
  return { entity: key, total, counts, waiting: waits.get(key)?.count ?? 0, changes: changes.get(key) ?? 0 };
}

function toRecent(entity: Entity, row: Record<string, unknown>): Schemas['RecentChange'] {
  const before = fromJson<Record<string, unknown> | null>(row.before);
  const after = fromJson<Record<string, unknown> | null>(row.after);
  const { name, locales } = identityOf(entity, after ?? before ?? {});
  return {
    seq: Number(row.seq),
    entity: entity.key,
    id: Number(row.record_id),
    code: row.code === null ? null : String(row.code),
    name,
    locales,
    action: row.action as Schemas['Action'],
    changes:
      before && after && row.action === 'update'
        ? changedPointers(before, after).filter((pointer) => !SYSTEM_POINTERS.has(pointer))
        : [],
    actor: String(row.actor),
    ...(row.proposer ? { proposer: String(row.proposer) } : {}),
    time: (row.time as Date).toISOString(),
  };
}

const SYSTEM_POINTERS = new Set(['/version', '/updateTime', '/updatedBy', '/status', '/warnings']);
