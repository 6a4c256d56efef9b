import { type Database, prepared } from '#database';
import type { Entity } from './entity.ts';
import type { Row } from './rows.ts';
import { readShown, type Shown, shownOf } from './shown-rows.ts';

const statements = new WeakMap<Entity, string>();

/** The record of this id, or none, with what is shown of it to this user, and whether a notice of a rejection is. */
export async function readOne(
  db: Database,
  entity: Entity,
  id: number,
  userId: number,
): Promise<Shown & { hasNotice: boolean }> {
  const sql = statements.get(entity) ?? statementOf(entity);
  statements.set(entity, sql);
  const rows = await prepared<Row[]>(db, sql, [userId, userId, id]);
  return { ...(await readShown(db, entity, rows)), hasNotice: Number(rows[0]?.has_notice) === 1 };
}

function statementOf(entity: Entity): string {
  const { columns, joins } = shownOf(entity);
  const hasNotice = `EXISTS (SELECT 1 FROM review_notice AS notice WHERE notice.entity = '${entity.key}'
    AND notice.record_id = own.id AND notice.kind = 'proposal' AND notice.user_id = ?) AS has_notice`;
  return `SELECT ${columns}, ${hasNotice} FROM \`${entity.table}\` AS own ${joins} WHERE own.id = ?`;
}
