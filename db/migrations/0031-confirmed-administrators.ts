import { addColumns, type Migration } from './table.ts';

/**
 * Whether an administrator gave a role its display name, or confirmed it: more names mean administrator than before, and a role that
 * happens to have one gains nothing by that. Versions that do not know the column leave it at 0.
 */
export const confirmedAdministrators: Migration = {
  name: '0031-confirmed-administrators',
  up: (knex) => addColumns(knex, 'role', { administrator_confirmed: 'TINYINT(1) NOT NULL DEFAULT 0' }),
};
