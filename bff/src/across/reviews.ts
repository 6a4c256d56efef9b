import type { Knex } from 'knex';
import type { Crud } from '#crud/crud.ts';
import { entityByKey } from '#crud/crud.ts';
import type { Entity } from '#crud/entity.ts';
import { barredFrom } from '#crud/guards.ts';
import { identityOf } from '#crud/identity.ts';
import { labelsOf } from '#crud/labels.ts';
import { missingToApprove } from '#crud/prepare.ts';
import { openProposals, toAnswer } from '#crud/proposals.ts';
import { toStored, toValues } from '#crud/rows.ts';
import type { Database } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';

type Item = Schemas['ReviewItem'];
type Waiting = { entity: EntityKey; id: number; kind: Item['kind']; time: Date };

/** Pending records and open proposals of these kinds, as one query of (entity, id, kind, time). */
export function waiting(db: Database, entities: readonly Entity[]): Knex.QueryBuilder {
  const records = entities.map(({ key, table }) =>
    db(table)
      .where('status', 'pending')
      .select(db.raw('? as entity', [key]), 'id', db.raw("'record' as kind"), {
        time: 'update_time',
      }),
  );
  const proposals = db('proposal')
    .where('open', 1)
    .whereIn(
      'entity',
      entities.map(({ key }) => key),
    )
    .select('entity', { id: 'record_id' }, db.raw("'proposal' as kind"), 'time');
  return proposals.unionAll(records, true);
}

/** A page of what waits for a decision, oldest first. */
export async function listReviews(
  crud: Crud,
  { page = 1, pageSize = 20, entity }: { page?: number; pageSize?: number; entity?: EntityKey },
  caller: Caller,
) {
  const { db } = crud;
  const entities = crud.entities.filter(({ key }) => !entity || key === entity);
  const all = () => db.from(waiting(db, entities).as('waiting'));
  const [counted, rows] = await Promise.all([
    all().count({ n: '*' }).first(),
    all()
      .orderBy(['time', 'entity', 'id'])
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .select<Waiting[]>(),
  ]);
  const described = await describe(crud, rows, caller);
  return { ...described, total: Number(counted?.n), page, pageSize };
}

async function describe(crud: Crud, rows: Waiting[], caller: Caller) {
  const items = new Map<Waiting, Item>();
  const labels: Schemas['Labels'] = {};
  for (const key of new Set(rows.map(({ entity }) => entity))) {
    const own = rows.filter((row) => row.entity === key);
    const sources = await readSources(crud, entityByKey(crud, key), [...new Set(own.map(({ id }) => id))], caller);
    for (const row of own) {
      const item = toItem(sources, row, caller);
      if (item) items.set(row, item);
    }
    for (const [kind, names] of Object.entries(sources.labels)) labels[kind] = { ...labels[kind], ...names };
  }
  return { items: rows.map((row) => items.get(row)).filter((item) => item !== undefined), labels };
}

/** All that the items of one kind are made of, each read once for all of them. */
async function readSources(crud: Crud, entity: Entity, ids: number[], caller: Caller) {
  const { db } = crud;
  const [stored, open, actions, barred, review] = await Promise.all([
    db(entity.table)
      .whereIn('id', ids)
      .then((found) => toStored(db, entity, found)),
    openProposals(db, entity, ids),
    becamePending(db, entity, ids),
    barredFrom(crud, db, entity, ids, caller.id),
    crud.review(entity.key),
  ]);
  return {
    entity,
    records: new Map(stored.map(({ record }) => [record.id, record])),
    proposals: new Map(open.map((proposal) => [proposal.recordId, proposal])),
    actions,
    barred: new Set(barred),
    review,
    labels: await labelsOf(db, entity, stored.map(toValues)),
  };
}

type Sources = Awaited<ReturnType<typeof readSources>>;

/** Undefined where what waited has been decided on since. */
function toItem(sources: Sources, { kind, id }: Waiting, caller: Caller): Item | undefined {
  const record = sources.records.get(id);
  const proposal = sources.proposals.get(id);
  if (!record) return undefined;
  const { entity } = sources;
  const { version, updatedBy: by, updateTime: time, warnings } = record;
  const named = { entity: entity.key, id, ...identityOf(entity, record), kind };
  const ownWork = sources.barred.has(id);
  if (kind === 'record') {
    const action = sources.actions.get(id) ?? 'create';
    const missing = missingToApprove(entity, record);
    return { ...named, action, changes: [], by, time, version, ownWork, missing, warnings };
  }
  if (!proposal) return undefined;
  const { id: _, baseVersion, after, ...shown } = toAnswer(proposal);
  const wrote = sources.review === 'second-person' && proposal.authorId === caller.id;
  // a proposal that lacks something is refused when it is made
  const odd = after ? (entity.warnings?.(after) ?? []) : [];
  return { ...named, ...shown, ownWork: ownWork || wrote, missing: [], warnings: odd };
}

type Pending = 'create' | 'resubmit' | 'restore';

/** What last made each record pending. */
async function becamePending(db: Database, entity: Entity, ids: number[]): Promise<Map<number, Pending>> {
  const last = db('data_log')
    .where('entity', entity.key)
    .whereIn('record_id', ids)
    .whereIn('action', ['create', 'resubmit', 'restore'])
    .groupBy('record_id')
    .max('seq');
  const rows = await db('data_log').whereIn('seq', last).select('record_id', 'action');
  return new Map(rows.map(({ record_id, action }) => [record_id, action]));
}
