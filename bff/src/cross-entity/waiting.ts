import type { Knex } from 'knex';
import type { Entity } from '#crud/model.ts';
import type { Database } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { maySee } from '#imports/permission.ts';

/** Something that waits for a decision. Its id is that of the record, of the record that a proposal would change, or of the import. */
export interface WaitingItem {
  entity: EntityKey;
  id: number;
  kind: Schemas['ReviewItem']['kind'];
  time: Date;
}

/**
 * What waits for review of one kind, as queries of (entity, id, kind, time): pending records and open proposals that came by no import,
 * and the imports whose records or proposals wait, for those who may see them.
 */
function waitingQueries(db: Database, { key, table }: Entity, caller: Caller): Knex.QueryBuilder[] {
  const as = (kind: WaitingItem['kind'], rows: Knex.QueryBuilder, columns: { id: string; time: string }) =>
    rows.select(db.raw('? as entity', [key]), db.raw('? as kind', [kind]), columns);
  const pending = () => db(table).where('status', 'pending');
  const proposed = () => db('proposal').where({ open: 1, entity: key });
  const rowsOfImport = (rows: Knex.QueryBuilder, of: string) =>
    rows.select(db.raw('1')).where(`${of}.import_id`, db.ref('import.id'));
  const sources = [
    as('record', pending().whereNull('import_id'), { id: 'id', time: 'update_time' }),
    as('proposal', proposed().whereNull('import_id'), { id: 'record_id', time: 'time' }),
  ];
  if (maySee(caller, key)) {
    const imports = db('import')
      .where('import.entity', key)
      .where((own) =>
        own.whereExists(rowsOfImport(pending(), table)).orWhereExists(rowsOfImport(proposed(), 'proposal')),
      );
    sources.push(as('import', imports, { id: 'id', time: 'apply_time' }));
  }
  return sources;
}

const unionOf = (db: Database, queries: Knex.QueryBuilder[]) =>
  db.from(db.queryBuilder().unionAll(queries, true).as('all'));

/** What waits, oldest first. */
export async function listWaiting(
  db: Database,
  entities: readonly Entity[],
  caller: Caller,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<WaitingItem[]> {
  if (entities.length === 0) return [];
  const order = ['time', 'entity', 'id', 'kind'];
  // each source gives no more than may be on the page, read from its key in order
  const heads = entities
    .flatMap((entity) => waitingQueries(db, entity, caller))
    .map((source) => source.orderBy(['time', 'id']).limit(page * pageSize));
  return unionOf(db, heads)
    .orderBy(order)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .select();
}

/** How much of a kind waits, and since when. */
export interface Tally {
  count: number;
  oldest: Date | null;
}

/** What waits of each of these kinds. */
export async function tallyWaiting(
  db: Database,
  entities: readonly Entity[],
  caller: Caller,
): Promise<Map<EntityKey, Tally>> {
  if (entities.length === 0) return new Map();
  const tallies = entities.flatMap((entity) =>
    waitingQueries(db, entity, caller).map((source) =>
      db
        .from(source.as('source'))
        .select(db.raw('? as entity', [entity.key]))
        .count({ n: '*' })
        .min({ oldest: 'time' }),
    ),
  );
  const rows = await unionOf(db, tallies).groupBy('entity').select('entity').sum({ n: 'n' }).min({ oldest: 'oldest' });
  return new Map(rows.map(({ entity, n, oldest }) => [entity, { count: Number(n), oldest }]));
}
