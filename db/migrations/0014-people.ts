import type { Knex } from 'knex';
import { addColumns, addKeys, createTable, exactText, type Migration } from './table.ts';

export const people: Migration = {
  name: '0014-people',
  async up(knex) {
    await failures(knex);
    await accounts(knex);
    await secrets(knex);
    await mail(knex);
    await userLog(knex);
    await settings(knex);
  },
};

/** Old failures are removed by their time. */
async function failures(knex: Knex): Promise<void> {
  await addKeys(knex, 'sign_in_failure', { sign_in_failure__time: 'time' });
}

async function accounts(knex: Knex): Promise<void> {
  // An account that was invited has no password until its owner chooses one.
  await knex.raw(`ALTER TABLE user MODIFY password_hash ${exactText(255)} NULL`);
  await addColumns(knex, 'user', {
    reason: 'VARCHAR(500) NULL',
    totp_secret: `${exactText(64)} NULL`,
    totp_step: 'BIGINT UNSIGNED NULL',
  });
  await addColumns(knex, 'role', { description: 'VARCHAR(500) NULL' });
  await addColumns(knex, 'session', {
    second_factor: 'TINYINT NOT NULL DEFAULT 0',
    preview_role_id:
      'INT UNSIGNED NULL, ADD FOREIGN KEY session__preview (preview_role_id) REFERENCES role (id) ON DELETE CASCADE',
  });
}

/** One-time tokens, stored as SHA-256 hashes, so that a reader of the table cannot use them. */
async function secrets(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'one_time_token',
    `hash ${exactText(64)} NOT NULL PRIMARY KEY,
     purpose ${exactText(16)} NOT NULL,
     user_id INT UNSIGNED NULL,
     data JSON NULL,
     create_time DATETIME(3) NOT NULL,
     expire_time DATETIME(3) NOT NULL,
     used_time DATETIME(3) NULL,
     KEY one_time_token__user (user_id, purpose),
     KEY one_time_token__expire (expire_time),
     CONSTRAINT one_time_token__user_id FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE CASCADE`,
  );
  await createTable(
    knex,
    'recovery_code',
    `user_id INT UNSIGNED NOT NULL,
     hash ${exactText(64)} NOT NULL,
     used_time DATETIME(3) NULL,
     PRIMARY KEY (user_id, hash),
     CONSTRAINT recovery_code__user_id FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE CASCADE`,
  );
}

/** The outbox of e-mails, written in the transaction of the change they report. */
async function mail(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'mail_outbox',
    `id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
     kind ${exactText(24)} NOT NULL,
     address VARCHAR(254) NOT NULL,
     language ${exactText(5)} NOT NULL,
     data JSON NULL,
     time DATETIME(3) NOT NULL,
     next_time DATETIME(3) NULL,
     attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
     sent_time DATETIME(3) NULL,
     error VARCHAR(500) NULL,
     KEY mail_outbox__next (next_time),
     KEY mail_outbox__time (time)`,
  );
}

async function userLog(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'user_log',
    // Names are stored beside the ids, because they outlive the user or role. Each filter's key ends in the order of the list.
    `id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
     time DATETIME(3) NOT NULL,
     act ${exactText(32)} NOT NULL,
     user_id INT UNSIGNED NULL,
     username VARCHAR(254) NOT NULL,
     target_kind ${exactText(16)} NULL,
     target_id INT UNSIGNED NULL,
     target VARCHAR(254) NULL,
     details JSON NULL,
     address VARCHAR(45) NOT NULL,
     client VARCHAR(255) NOT NULL,
     KEY user_log__time (time, id),
     KEY user_log__act (act, time, id),
     KEY user_log__username (username, time, id),
     KEY user_log__target (target, time, id),
     KEY user_log__address (address, time, id)`,
  );
}

/** A single row, because the configuration is read, changed and versioned as a whole. Missing settings have their defaults. */
async function settings(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'settings',
    `id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
     content JSON NOT NULL,
     version INT UNSIGNED NOT NULL,
     updated_by VARCHAR(60) NOT NULL,
     update_time DATETIME(3) NOT NULL`,
  );
  const row = { id: 1, content: '{}', version: 1, updated_by: 'system', update_time: new Date() };
  await knex('settings').insert(row).onConflict('id').ignore();
  await knex.schema.dropTableIfExists('setting');
}
