import type { Migration } from './table.ts';

/** Tells the forms of a session apart that edit the same record, as in two tabs. */
export const presenceForms: Migration = {
  name: '0042-presence-forms',
  async up(knex) {
    const [columns] = await knex.raw('SHOW COLUMNS FROM presence LIKE ?', ['form']);
    if (columns.length > 0) return;
    // an earlier release writes the default: it knows one form per session and record, and ends all of them
    await knex.raw(
      `ALTER TABLE presence ADD COLUMN form INT UNSIGNED NOT NULL DEFAULT 0,
       DROP PRIMARY KEY, ADD PRIMARY KEY (session_id, entity, record_id, form)`,
    );
  },
};
