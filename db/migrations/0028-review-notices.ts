import { addColumns, createTable, exactText, type Migration } from './table.ts';

/** Notices about rejected work, which users dismiss, and the language of each user's e-mails. */
export const reviewNotices: Migration = {
  name: '0028-review-notices',
  async up(knex) {
    // For an import, record_id is the import's id.
    await createTable(
      knex,
      'review_notice',
      `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
       user_id INT UNSIGNED NOT NULL,
       entity ${exactText(32)} NOT NULL,
       record_id INT UNSIGNED NOT NULL,
       kind ${exactText(10)} NOT NULL,
       proposal_id INT UNSIGNED NULL,
       decided_by VARCHAR(60) NOT NULL,
       time DATETIME(3) NOT NULL,
       reason VARCHAR(500) NULL,
       UNIQUE KEY review_notice__record (entity, record_id, kind, user_id),
       KEY review_notice__user (user_id, time, id)`,
    );
    await addColumns(knex, 'user', { language: `${exactText(5)} NULL` });
  },
};
