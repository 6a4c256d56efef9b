import type { Knex } from 'knex';
import type { Entity, Field } from '#crud/model.ts';

/** Returns the fields that approval requires. */
export const fieldsRequiredToApprove = ({ requiredToApprove, fields }: Entity): Field[] =>
  fields.filter(({ name }) => requiredToApprove.includes(name));

/**
 * Returns the SQL condition that a record lacks a field; `record` is the table's alias. No text that the contract accepts is blank, and a
 * key could not provide an order for `= ''` besides NULL.
 */
export function lacksFieldSql({ column, kind, referenceList }: Field, record: string): string {
  if (referenceList)
    return `(NOT EXISTS (SELECT 1 FROM \`${referenceList.table}\` AS entry WHERE entry.record_id = ${record}.id))`;
  return kind === 'list' ? `(JSON_LENGTH(${record}.\`${column}\`) = 0)` : `(${record}.\`${column}\` IS NULL)`;
}

/** Returns the SQL condition that a record lacks a field which approval requires. */
export const incompleteSql = (entity: Entity): string =>
  `(${
    fieldsRequiredToApprove(entity)
      .map((field) => lacksFieldSql(field, entity.table))
      .join(' OR ') || 'FALSE'
  })`;

/** Filters a query to the records that have all fields that approval requires. */
export const filterComplete = (entity: Entity, records: Knex.QueryBuilder): Knex.QueryBuilder =>
  records.whereRaw(`NOT ${incompleteSql(entity)}`);
