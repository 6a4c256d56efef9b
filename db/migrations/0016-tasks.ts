import { createTable, exactText, type Migration } from './table.ts';

export const tasks: Migration = {
  name: '0016-tasks',
  async up(knex) {
    await createTable(
      knex,
      'task',
      // Only one task at a time may work on a `subject`. `unique_key` rejects a second task until the first has ended.
      `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
       kind ${exactText(24)} NOT NULL,
       status ${exactText(10)} NOT NULL,
       params JSON NOT NULL,
       subject ${exactText(64)} NULL,
       unique_key ${exactText(64)} NULL,
       progress BIGINT UNSIGNED NOT NULL DEFAULT 0,
       total BIGINT UNSIGNED NULL,
       state JSON NULL,
       result JSON NULL,
       error VARCHAR(500) NULL,
       error_key ${exactText(24)} NULL,
       attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
       cancelling TINYINT NOT NULL DEFAULT 0,
       next_time DATETIME(3) NOT NULL,
       claim ${exactText(36)} NULL,
       claimed_until DATETIME(3) NULL,
       create_time DATETIME(3) NOT NULL,
       start_time DATETIME(3) NULL,
       end_time DATETIME(3) NULL,
       created_by VARCHAR(60) NOT NULL,
       UNIQUE KEY task__unique (unique_key),
       KEY task__status (status, next_time),
       KEY task__time (create_time, id),
       KEY task__kind (kind, create_time, id),
       KEY task__end (end_time)`,
    );
    // Results are stored in the database, because any process may be asked for them.
    await createTable(
      knex,
      'task_file',
      `task_id INT UNSIGNED NOT NULL,
       part INT UNSIGNED NOT NULL,
       content MEDIUMBLOB NOT NULL,
       PRIMARY KEY (task_id, part),
       CONSTRAINT task_file__task_id FOREIGN KEY (task_id) REFERENCES task (id) ON DELETE CASCADE`,
    );
    await createTable(
      knex,
      'schedule',
      `kind ${exactText(24)} NOT NULL PRIMARY KEY,
       next_time DATETIME(3) NOT NULL`,
    );
  },
};
