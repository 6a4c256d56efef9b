import { addColumns, type Migration } from './table.ts';

/** Who submitted a change set last, and who reverted or withdrew it, by user name. */
export const setActors: Migration = {
  name: '0055-set-actors',
  async up(knex) {
    const username = 'VARCHAR(60) NULL';
    await addColumns(knex, 'change_set', { submitted_by: username, ended_by: username });
  },
};
