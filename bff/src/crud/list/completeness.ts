import type { Knex } from 'knex';
import type { Entity, Field } from '#crud/model.ts';

/** Returns the fields that approval requires. */
export const fieldsRequiredToApprove = ({ requiredToApprove, fields }: Entity): Field[] =>
  fields.filter(({ name }) => requiredToApprove.includes(name));

/** Returns the SQL condition that a record lacks a field; `record` is the table's alias. */
export const lacksFieldSql = ({ column, kind, reference }: Field, record: string): string =>
  kind === 'text' && !reference
    ? `(${record}.\`${column}\` IS NULL OR ${record}.\`${column}\` = '')`
    : `(${record}.\`${column}\` IS NULL)`;

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
