import { createTable, exactText, type Migration } from './table.ts';

export const review: Migration = {
  name: '0003-review',
  async up(knex) {
    await createTable(
      knex,
      'proposal',
      // `refs` has the ids of the records to which `after` refers by their codes, as a JSON object by JSON pointer.
      // A unique key allows any number of NULLs: one open proposal per record, any number of decided ones.
      `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
       entity ${exactText(32)} NOT NULL,
       record_id INT UNSIGNED NOT NULL,
       action ${exactText(10)} NOT NULL,
       base_version INT UNSIGNED NOT NULL,
       version INT UNSIGNED NOT NULL,
       base JSON NOT NULL,
       \`after\` JSON NULL,
       refs JSON NULL,
       author_id INT UNSIGNED NOT NULL,
       author VARCHAR(60) NOT NULL,
       time DATETIME(3) NOT NULL,
       open TINYINT NULL,
       outcome ${exactText(10)} NULL,
       decided_by VARCHAR(60) NULL,
       decided_time DATETIME(3) NULL,
       reason VARCHAR(500) NULL`,
      `UNIQUE KEY proposal__record (entity, record_id, open),
       KEY proposal__time (open, time)`,
    );
    await createTable(
      knex,
      'review_writer',
      `entity ${exactText(32)} NOT NULL,
       record_id INT UNSIGNED NOT NULL,
       user_id INT UNSIGNED NOT NULL,
       PRIMARY KEY (entity, record_id, user_id)`,
    );
  },
};
