import type { Knex } from 'knex';
import { createTable, exactText, type Migration } from './table.ts';

const stamps = `
  version INT UNSIGNED NOT NULL,
  create_time DATETIME(3) NOT NULL,
  update_time DATETIME(3) NOT NULL,
  created_by VARCHAR(60) NOT NULL,
  updated_by VARCHAR(60) NOT NULL`;

export const access: Migration = {
  name: '0004-access',
  async up(knex) {
    await peopleAndRoles(knex);
    await sessions(knex);
    await createTable(
      knex,
      'setting',
      `name ${exactText(80)} NOT NULL PRIMARY KEY,
       value JSON NOT NULL,
       version INT UNSIGNED NOT NULL,
       updated_by VARCHAR(60) NOT NULL,
       update_time DATETIME(3) NOT NULL`,
    );
  },
};

async function peopleAndRoles(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'user',
    `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
     username VARCHAR(60) NOT NULL,
     email VARCHAR(254) NOT NULL,
     display_name VARCHAR(100) NOT NULL,
     password_hash ${exactText(255)} NOT NULL,
     status ${exactText(10)} NOT NULL`,
    stamps,
    'last_seen DATETIME(3) NULL',
    `UNIQUE KEY user__username (username),
     UNIQUE KEY user__email (email)`,
  );
  await createTable(
    knex,
    'role',
    `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
     name VARCHAR(60) NOT NULL,
     display_name VARCHAR(100) NOT NULL`,
    stamps,
    'UNIQUE KEY role__name (name)',
  );
  await createTable(
    knex,
    'role_permission',
    `role_id INT UNSIGNED NOT NULL,
     permission ${exactText(60)} NOT NULL,
     PRIMARY KEY (role_id, permission),
     CONSTRAINT role_permission__role_id FOREIGN KEY (role_id) REFERENCES role (id) ON DELETE CASCADE`,
  );
  await createTable(
    knex,
    'user_role',
    `user_id INT UNSIGNED NOT NULL,
     role_id INT UNSIGNED NOT NULL,
     PRIMARY KEY (user_id, role_id),
     CONSTRAINT user_role__user_id FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE CASCADE,
     CONSTRAINT user_role__role_id FOREIGN KEY (role_id) REFERENCES role (id) ON DELETE CASCADE`,
  );
}

async function sessions(knex: Knex): Promise<void> {
  await createTable(
    knex,
    'session',
    `id ${exactText(36)} NOT NULL PRIMARY KEY,
     user_id INT UNSIGNED NOT NULL,
     create_time DATETIME(3) NOT NULL,
     last_seen DATETIME(3) NOT NULL,
     expire_time DATETIME(3) NOT NULL,
     revoke_time DATETIME(3) NULL,
     address VARCHAR(45) NOT NULL,
     client VARCHAR(255) NOT NULL,
     KEY session__user (user_id, revoke_time),
     CONSTRAINT session__user_id FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE CASCADE`,
  );
  await createTable(
    knex,
    'sign_in_failure',
    `id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
     account VARCHAR(254) NOT NULL,
     address VARCHAR(45) NOT NULL,
     time DATETIME(3) NOT NULL,
     KEY sign_in_failure__account_address (account, address, time),
     KEY sign_in_failure__address (address, time),
     KEY sign_in_failure__account (account, time)`,
  );
  await createTable(
    knex,
    'sign_in_address',
    `user_id INT UNSIGNED NOT NULL,
     address VARCHAR(45) NOT NULL,
     time DATETIME(3) NOT NULL,
     PRIMARY KEY (user_id, address),
     CONSTRAINT sign_in_address__user_id FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE CASCADE`,
  );
}
