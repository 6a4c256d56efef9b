import { createTable, exactText, type Migration } from './table.ts';

export const imports: Migration = {
  name: '0017-imports',
  async up(knex) {
    await createTable(
      knex,
      'import',
      `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
       entity ${exactText(32)} NOT NULL,
       filename VARCHAR(200) NOT NULL,
       bytes INT UNSIGNED NOT NULL,
       received INT UNSIGNED NOT NULL DEFAULT 0,
       status ${exactText(12)} NOT NULL,
       task_id INT UNSIGNED NULL,
       options TEXT NULL,
       columns MEDIUMTEXT NULL,
       fault TEXT NULL,
       counts TEXT NULL,
       outcomes TEXT NULL,
       decision TEXT NULL,
       asked TEXT NULL,
       created_by_id INT UNSIGNED NOT NULL,
       created_by VARCHAR(60) NOT NULL,
       create_time DATETIME(3) NOT NULL,
       stage_time DATETIME(3) NULL,
       applied_by_id INT UNSIGNED NULL,
       applied_by VARCHAR(60) NULL,
       apply_time DATETIME(3) NULL,
       reverted_by VARCHAR(60) NULL,
       revert_time DATETIME(3) NULL,
       update_time DATETIME(3) NOT NULL,
       KEY import__entity (entity, id),
       KEY import__update_time (update_time)`,
    );
    // Stored in the database, because any worker may read it.
    await createTable(
      knex,
      'import_part',
      `import_id INT UNSIGNED NOT NULL,
       part INT UNSIGNED NOT NULL,
       content MEDIUMBLOB NOT NULL,
       PRIMARY KEY (import_id, part),
       CONSTRAINT import_part__import_id FOREIGN KEY (import_id) REFERENCES import (id) ON DELETE CASCADE`,
    );
    // `nth`: which record of its line, from 0; the first one alone keeps the line's cells. `version`: of the record when it was staged,
    // then the one that was written. No foreign key: it would be checked for each row.
    await createTable(
      knex,
      'import_row',
      `import_id INT UNSIGNED NOT NULL,
       n INT UNSIGNED NOT NULL,
       line INT UNSIGNED NOT NULL,
       nth INT UNSIGNED NOT NULL DEFAULT 0,
       state ${exactText(12)} NOT NULL,
       outcome ${exactText(20)} NULL,
       code ${exactText(120)} NULL,
       record_id INT UNSIGNED NULL,
       version INT UNSIGNED NULL,
       cells MEDIUMTEXT NULL,
       problems TEXT NULL,
       missing TEXT NULL,
       PRIMARY KEY (import_id, n),
       KEY import_row__state (import_id, state, n)`,
    );
    // Records of other entities, or parents, that were created because rows refer to them.
    await createTable(
      knex,
      'import_reference',
      `import_id INT UNSIGNED NOT NULL,
       entity ${exactText(32)} NOT NULL,
       record_id INT UNSIGNED NOT NULL,
       PRIMARY KEY (import_id, entity, record_id)`,
    );
    await createTable(
      knex,
      'import_mapping',
      `entity ${exactText(32)} NOT NULL,
       signature ${exactText(43)} NOT NULL,
       targets TEXT NOT NULL,
       used_time DATETIME(3) NOT NULL,
       PRIMARY KEY (entity, signature)`,
    );
  },
};
