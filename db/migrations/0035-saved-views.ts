import { createTable, exactText, type Migration } from './table.ts';

/** Views of lists that people save, the roles with which they are shared, and the ones with which people's lists open. */
export const savedViews: Migration = {
  name: '0035-saved-views',
  async up(knex) {
    await createTable(
      knex,
      'saved_view',
      `id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
       user_id INT UNSIGNED NULL,
       list ${exactText(40)} NOT NULL,
       name VARCHAR(40) NOT NULL,
       search ${exactText(2000)} NOT NULL,
       version INT UNSIGNED NOT NULL,
       create_time DATETIME(3) NOT NULL,
       update_time DATETIME(3) NOT NULL,
       UNIQUE KEY saved_view__name (user_id, list, name),
       CONSTRAINT saved_view__user_id FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE SET NULL`,
    );
    await createTable(
      knex,
      'saved_view_role',
      `view_id INT UNSIGNED NOT NULL,
       role_id INT UNSIGNED NOT NULL,
       PRIMARY KEY (view_id, role_id),
       KEY saved_view_role__role (role_id),
       CONSTRAINT saved_view_role__view_id FOREIGN KEY (view_id) REFERENCES saved_view (id) ON DELETE CASCADE,
       CONSTRAINT saved_view_role__role_id FOREIGN KEY (role_id) REFERENCES role (id) ON DELETE CASCADE`,
    );
    await createTable(
      knex,
      'default_view',
      `user_id INT UNSIGNED NOT NULL,
       list ${exactText(40)} NOT NULL,
       view_id INT UNSIGNED NOT NULL,
       PRIMARY KEY (user_id, list),
       KEY default_view__view (view_id),
       CONSTRAINT default_view__user_id FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE CASCADE,
       CONSTRAINT default_view__view_id FOREIGN KEY (view_id) REFERENCES saved_view (id) ON DELETE CASCADE`,
    );
  },
};
