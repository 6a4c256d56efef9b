import type { Knex } from 'knex';
import type { Crud } from '#crud/crud.ts';
import { entityByKey } from '#crud/crud.ts';
import type { Entity, EntityRecord } from '#crud/entity.ts';
import { labelsOf } from '#crud/labels.ts';
import { openProposal, toAnswer } from '#crud/proposals.ts';
import { ownWork } from '#crud/review-writers.ts';
import { toStored } from '#crud/rows.ts';
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
    const entity = entityByKey(crud, key);
    const own = rows.filter((row) => row.entity === key);
    const ids = [...new Set(own.map(({ id }) => id))];
    const stored = await toStored(crud.db, entity, await crud.db(entity.table).whereIn('id', ids));
    const records = new Map(stored.map(({ record }) => [record.id, record]));
    const mine = new Set(await ownWork(crud.db, key, ids, caller.id));
    for (const row of own) {
      const record = records.get(row.id);
      if (record) items.set(row, await toItem(crud, entity, record, row, mine.has(row.id), caller));
    }
    Object.assign(labels, await labelsOf(crud.db, entity, [...records.values()]));
  }
  return { items: rows.map((row) => items.get(row)).filter((item) => item !== undefined), labels };
}

async function toItem(
  crud: Crud,
  entity: Entity,
  record: EntityRecord,
  { kind, id }: Waiting,
  mine: boolean,
  caller: Caller,
): Promise<Item> {
  const { code = null, name = '', locales = {}, version } = record;
  const named = { entity: entity.key, id, code, name, locales, kind };
  if (kind === 'proposal') {
    const proposal = await openProposal(crud.db, entity, id);
    if (proposal) return { ...named, ...pick(toAnswer(proposal)), ownWork: proposal.authorId === caller.id };
  }
  const by = record.updatedBy;
  const action = await becamePending(crud.db, entity, id);
  const barred = mine && (await crud.review(entity.key)) === 'second-person';
  return { ...named, action, changes: [], by, time: record.updateTime, version, ownWork: barred };
}

const pick = ({ action, changes, by, time, version }: ReturnType<typeof toAnswer>) => ({
  action,
  changes,
  by,
  time,
  version,
});

async function becamePending(db: Database, entity: Entity, id: number): Promise<'create' | 'resubmit' | 'restore'> {
  const row = await db('data_log')
    .where({ entity: entity.key, record_id: id })
    .whereIn('action', ['create', 'resubmit', 'restore'])
    .orderBy('seq', 'desc')
    .first('action');
  return row?.action ?? 'create';
}
