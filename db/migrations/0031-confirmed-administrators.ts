import { addColumns, type Migration } from './table.ts';

/**
 * Whether an administrator set or confirmed a role's display name. More names mean administrator than before, and an existing role
 * with such a name must not gain rights. Older versions leave the column at 0.
 */
export const confirmedAdministrators: Migration = {
  name: '0031-confirmed-administrators',
  up: (knex) => addColumns(knex, 'role', { administrator_confirmed: 'TINYINT(1) NOT NULL DEFAULT 0' }),
};
