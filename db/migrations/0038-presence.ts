import { createTable, exactText, type Migration } from './table.ts';

/** Which sessions edit which records, and when they last sent a heartbeat. */
export const presence: Migration = {
  name: '0038-presence',
  async up(knex) {
    await createTable(
      knex,
      'presence',
      `session_id ${exactText(36)} NOT NULL,
       entity ${exactText(32)} NOT NULL,
       record_id INT UNSIGNED NOT NULL,
       since_time DATETIME(3) NOT NULL,
       seen_time DATETIME(3) NOT NULL,
       PRIMARY KEY (session_id, entity, record_id),
       KEY presence__record (entity, record_id),
       KEY presence__seen_time (seen_time),
       CONSTRAINT presence__session_id FOREIGN KEY (session_id) REFERENCES session (id) ON DELETE CASCADE`,
    );
  },
};
