import type { Knex } from 'knex';
import { type Database, written } from '#database';
import { codesFrom } from './best-match.ts';
import type { Entity } from './entity.ts';
import type { PageAsked } from './page-of.ts';
import type { Row } from './rows.ts';
import { matching, soughtBy, startQuery } from './search-query.ts';
import { shownOf } from './shown-rows.ts';

/** A text that is sought among the rows that meet all other conditions, made anew at each call. */
export interface Best {
  q: string;
  among: () => Knex.QueryBuilder;
}

/**
 * A page of what a text finds where that is a lot, best match first: codes that begin so, names that begin so, all others. Rows are
 * read in the order in which keys have them, which is that of how well words match in InnoDB's full-text key, and no more than the
 * page needs: to rank all of them costs as much as there are.
 */
export async function bestPage(db: Database, entity: Entity, { q, among }: Best, asked: PageAsked): Promise<Row[]> {
  const { page, pageSize, status, callerId } = asked;
  const end = page * pageSize;
  const rows = () => (status ? among().where('status', status) : among());
  const byCode = rows().where('code', 'like', codesFrom(q)).orderBy('code');
  const byStart = rows().whereRaw('match(search) against (? in boolean mode)', [startQuery(q) ?? '']);
  const first = await inTurn(db, [byCode, byStart], end);
  const ids = first.length < end ? await inTurn(db, [byCode, byStart, matching(rows(), soughtBy(q))], end) : first;
  return shownOfIds(db, entity, ids.slice(end - pageSize, end), callerId);
}

/** The ids of these rows one after another, of each so many at most, and each id once. */
async function inTurn(db: Database, tiers: Knex.QueryBuilder[], most: number): Promise<number[]> {
  const natives = tiers.map((tier) => tier.clone().select('id').limit(most).toSQL().toNative());
  // no order over all of them: what has none of its own stays as it was read
  const sql = natives.map((native) => `(${native.sql})`).join(' UNION ALL ');
  const rows = await written<{ id: number }[]>(
    db,
    sql,
    natives.flatMap(({ bindings }) => bindings),
  );
  return [...new Set(rows.map(({ id }) => id))];
}

async function shownOfIds(db: Database, entity: Entity, ids: number[], callerId: number): Promise<Row[]> {
  if (ids.length === 0) return [];
  const { columns, joins } = shownOf(entity);
  const rows = await written<Row[]>(db, `SELECT ${columns} FROM ?? AS own ${joins} WHERE own.id IN (?)`, [
    ...[entity.table, callerId],
    ids,
  ]);
  const places = new Map(ids.map((id, at) => [id, at]));
  return rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}
