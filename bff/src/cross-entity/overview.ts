import { readCachedCounts } from '#crud/list/count-cache.ts';
import { countList } from '#crud/list/list.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { maySeeImports } from '#http/caller.ts';
import type { Caller } from '#http/operation-types.ts';
import { readRecentItems } from '#record-log/recent.ts';
import { type PendingTally, sumTallies, tallyPending } from './pending-items.ts';
import { countRejections } from './rejections.ts';

const MAX_RECENT_ITEMS = 8;

/** The longest period that changes are counted over. */
const MAX_DAYS = 31;
const DAY_MS = 24 * 3_600_000;

/** Returns the start of a period: `since`, or else midnight (UTC) at the beginning of the last `days` days. */
function periodStart({ days = 1, since }: Period): Date {
  const now = Date.now();
  const midnight = now - (now % DAY_MS);
  return since === undefined
    ? new Date(midnight - (days - 1) * DAY_MS)
    : new Date(Math.max(Date.parse(since), now - MAX_DAYS * DAY_MS));
}

type RecentItem = Awaited<ReturnType<typeof readRecentItems>>['items'][number];

interface Period {
  days?: number;
  since?: string;
}

/** Reads the counts by entity, pending work, and the changes of a period. Large counts may be a few seconds old, as in lists. */
export async function readOverview(crud: CrudContext, period: Period, caller: Caller) {
  const { db, entities } = crud;
  const keys = entities.map(({ key }) => key);
  const since = periodStart(period);
  const [pendingByEntity, rejections, changeCounts, recent] = await Promise.all([
    tallyPending(db, entities, caller),
    countRejections(crud, caller),
    readCachedCounts(db, `overview ${keys} since ${since.toISOString()}`, () =>
      db('data_log')
        .whereIn('entity', keys)
        .where('time', '>=', since)
        .groupBy('entity')
        .select<EntityCount[]>('entity', db.raw('COUNT(*) AS n')),
    ),
    readRecentItems(crud, MAX_RECENT_ITEMS, caller),
  ]);
  const changes = toCountByEntity(changeCounts);
  return {
    entities: await Promise.all(entities.map((entity) => summarise(crud, entity, pendingByEntity, changes))),
    reviews: sumTallies([...pendingByEntity.values()]),
    rejections,
    changes: sum([...changes.values()]),
    recent: recent.items.map((item) => withoutHiddenImport(item, caller)),
    labels: recent.labels,
  };
}

/** Leaves out the name of an import's file for who may not see imports of the changed kinds. */
function withoutHiddenImport(item: RecentItem, caller: Caller): RecentItem {
  if (!item.task || item.task.entities.some((key) => maySeeImports(caller, key))) return item;
  return { entry: null, task: { ...item.task, import: null } };
}

interface EntityCount {
  entity: string;
  n: number | string;
}

type CountByEntity = Map<string, number>;

const toCountByEntity = (rows: EntityCount[]): CountByEntity =>
  new Map(rows.map(({ entity, n }) => [entity, Number(n)]));

const sum = (counts: number[]) => counts.reduce((total, n) => total + n, 0);

async function summarise(
  { db }: CrudContext,
  entity: Entity,
  pendingByEntity: Map<string, PendingTally>,
  changes: CountByEntity,
) {
  const { key } = entity;
  const counts = await countList(db, entity);
  const total = Object.values(counts).reduce((all, n) => all + n, 0);
  return { entity: key, total, counts, waiting: pendingByEntity.get(key)?.count ?? 0, changes: changes.get(key) ?? 0 };
}
