import { createTable, type Migration } from './table.ts';

/** What people have chosen for their console on every device: the theme, the language, the display of lists. */
export const userPreferences: Migration = {
  name: '0037-user-preferences',
  up: (knex) =>
    createTable(
      knex,
      'user_preferences',
      `user_id INT UNSIGNED NOT NULL PRIMARY KEY,
       preferences JSON NOT NULL,
       CONSTRAINT user_preferences__user_id FOREIGN KEY (user_id) REFERENCES user (id) ON DELETE CASCADE`,
    ),
};
