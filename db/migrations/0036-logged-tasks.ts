import { addColumns, addKeys, createTable, exactText, type Migration } from './table.ts';

/** Finds changes by the field that they changed, and those that a task made, which the list of the log shows as one. */
export const loggedTasks: Migration = {
  name: '0036-logged-tasks',
  async up(knex) {
    // `changed_fields`: names separated by commas, in the order of the record. `task_id`: 0 if no task made the change, which unlike
    // NULL can be a range of a key. Both are added without rewriting the table; earlier rows and those of an earlier release have the defaults.
    await addColumns(knex, 'data_log', {
      changed_fields: 'VARCHAR(700) CHARACTER SET ascii COLLATE ascii_bin NULL',
      task_id: 'INT UNSIGNED NOT NULL DEFAULT 0',
    });
    await addKeys(knex, 'data_log', {
      data_log__field: 'entity, changed_fields, time',
      data_log__task: 'task_id, time',
      data_log__entity_task: 'entity, task_id, time',
      data_log__actor_task: 'actor, task_id, time',
    });
    // One row per task and entity, and one per task with the entity '' for all of them, so that lists with and without a filter
    // by entity read their count and position from one row:
    // `first_seq` and `time` are those of a change that was among the first, and they do not change while the task goes on.
    await createTable(
      knex,
      'data_log_task',
      `task_id INT UNSIGNED NOT NULL,
       entity ${exactText(32)} NOT NULL,
       kind ${exactText(24)} NOT NULL,
       import_id INT UNSIGNED NULL,
       filename VARCHAR(200) NULL,
       actor VARCHAR(60) NOT NULL,
       changes INT UNSIGNED NOT NULL,
       first_seq BIGINT UNSIGNED NOT NULL,
       time DATETIME(3) NOT NULL,
       last_time DATETIME(3) NOT NULL,
       PRIMARY KEY (task_id, entity),
       KEY data_log_task__time (entity, time, first_seq)`,
    );
  },
};
