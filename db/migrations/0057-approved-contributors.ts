import { createTable, exactText, type Migration } from './table.ts';

/**
 * Who had contributed to records when they were approved, by the version that approved them. They must not approve their own values when
 * these come back. The rows are removed together with the log row of the version.
 */
export const approvedContributors: Migration = {
  name: '0057-approved-contributors',
  async up(knex) {
    await createTable(
      knex,
      'approved_contributor',
      `entity ${exactText(32)} NOT NULL,
       record_id INT UNSIGNED NOT NULL,
       version INT UNSIGNED NOT NULL,
       user_id INT UNSIGNED NOT NULL,
       PRIMARY KEY (entity, record_id, version, user_id)`,
    );
  },
};
