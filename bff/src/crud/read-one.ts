import { type Database, prepared } from '#database';
import type { Entity } from './entity.ts';
import type { Row } from './rows.ts';
import { readShown, type Shown, shownOf } from './shown-rows.ts';

const statements = new WeakMap<Entity, string>();

/** The record of this id, or none, with what is shown of it to this user. */
export async function readOne(db: Database, entity: Entity, id: number, userId: number): Promise<Shown> {
  const sql = statements.get(entity) ?? statementOf(entity);
  statements.set(entity, sql);
  return readShown(db, entity, await prepared<Row[]>(db, sql, [userId, id]));
}

function statementOf(entity: Entity): string {
  const { columns, joins } = shownOf(entity);
  return `SELECT ${columns} FROM \`${entity.table}\` AS own ${joins} WHERE own.id = ?`;
}
