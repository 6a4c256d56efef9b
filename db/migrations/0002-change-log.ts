import { createTable, exactText, type Migration } from './table.ts';

export const changeLog: Migration = {
  name: '0002-change-log',
  async up(knex) {
    // `refs` has the ids of the records to which `after` refers by their codes, as a JSON object by JSON pointer.
    await createTable(
      knex,
      'data_log',
      `seq BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
       entity ${exactText(32)} NOT NULL,
       record_id INT UNSIGNED NOT NULL,
       code ${exactText(40)} NULL,
       action ${exactText(16)} NOT NULL,
       version INT UNSIGNED NOT NULL,
       actor_id INT UNSIGNED NULL,
       actor VARCHAR(60) NOT NULL,
       proposer VARCHAR(60) NULL,
       reason VARCHAR(500) NULL,
       time DATETIME(3) NOT NULL,
       \`before\` JSON NULL,
       \`after\` JSON NULL,
       refs JSON NULL`,
      `KEY data_log__record (entity, record_id, seq),
       KEY data_log__entity_time (entity, time),
       KEY data_log__time (time),
       KEY data_log__actor (actor_id, time)`,
    );
  },
};
