import { createTable, exactText, type Migration } from './table.ts';

/**
 * Widens columns for encrypted secrets. Secrets are written as plain text until `secrets_encryption` has its single row, because
 * the previous release cannot read encrypted ones.
 */
export const encryptedSecrets: Migration = {
  name: '0025-encrypted-secrets',
  async up(knex) {
    await knex.raw(`ALTER TABLE user MODIFY totp_secret ${exactText(255)} NULL`);
    await knex.raw(
      `ALTER TABLE subscriber MODIFY secret ${exactText(255)} NOT NULL, MODIFY earlier_secret ${exactText(255)} NULL`,
    );
    await createTable(
      knex,
      'secrets_encryption',
      `id TINYINT UNSIGNED NOT NULL PRIMARY KEY,
       begin_time DATETIME(3) NOT NULL`,
    );
  },
};
