import { type Crud, entityByKey } from '#crud/crud.ts';
import type { Entity } from '#crud/entity.ts';
import { identityOf } from '#crud/identity.ts';
import { toCounts } from '#crud/list.ts';
import { changedPointers } from '#crud/pointers.ts';
import { fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import { waiting } from './reviews.ts';

const shown = 8;

/** Counts per kind, what waits, and what happened in the last `days` days, today included, by UTC. */
export async function overview(crud: Crud, days: number) {
  const { db, entities } = crud;
  const keys = entities.map(({ key }) => key);
  const since = new Date();
  since.setUTCHours(0, 0, 0, 0);
  since.setUTCDate(since.getUTCDate() - days + 1);
  const queue = () => db.from(waiting(db, entities).as('waiting'));
  const [perKind, oldest, changed, recent] = await Promise.all([
    queue().groupBy('entity').select('entity').count({ n: '*' }),
    queue().min({ time: 'time' }).first(),
    db('data_log')
      .whereIn('entity', keys)
      .where('time', '>=', since)
      .groupBy('entity')
      .select('entity')
      .count({ n: '*' }),
    db('data_log').whereIn('entity', keys).orderBy('seq', 'desc').limit(shown),
  ]);
  const [waits, changes] = [toMap(perKind), toMap(changed)];
  return {
    entities: await Promise.all(entities.map((entity) => summary(crud, entity, waits, changes))),
    reviews: { total: sum(waits), oldest: oldest?.time ? new Date(oldest.time).toISOString() : null },
    changes: sum(changes),
    recent: recent.map((row) => toRecent(entityByKey(crud, row.entity), row)),
  };
}

type Counted = Map<string, number>;

const toMap = (rows: Record<string, unknown>[]): Counted =>
  new Map(rows.map(({ entity, n }) => [String(entity), Number(n)]));
const sum = (counted: Counted) => [...counted.values()].reduce((total, n) => total + n, 0);

async function summary({ db }: Crud, { key, table }: Entity, waits: Counted, changes: Counted) {
  const rows = await db(table).groupBy('status').select('status').count({ n: '*' });
  const counts = toCounts(rows as { status: Schemas['Status']; n: number }[]);
  const total = Object.values(counts).reduce((all, n) => all + n, 0);
  return { entity: key, total, counts, waiting: waits.get(key) ?? 0, changes: changes.get(key) ?? 0 };
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
        ? changedPointers(before, after).filter((pointer) => !bookkeeping.has(pointer))
        : [],
    actor: String(row.actor),
    ...(row.proposer ? { proposer: String(row.proposer) } : {}),
    time: (row.time as Date).toISOString(),
  };
}

const bookkeeping = new Set(['/version', '/updateTime', '/updatedBy', '/status', '/warnings']);
