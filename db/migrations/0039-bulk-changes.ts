import { createTable, exactText, type Migration } from './table.ts';

/** The records that an action on all matches of a list applies to, at their versions when it was started. */
export const bulkChanges: Migration = {
  name: '0039-bulk-changes',
  async up(knex) {
    await createTable(
      knex,
      'bulk_change_record',
      // `outcome`: NULL until the record's turn. `cause` and `fields`: why it was left. No foreign key to the record, which may be deleted.
      `task_id INT UNSIGNED NOT NULL,
       record_id INT UNSIGNED NOT NULL,
       version INT UNSIGNED NOT NULL,
       outcome ${exactText(10)} NULL,
       cause ${exactText(16)} NULL,
       fields VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NULL,
       PRIMARY KEY (task_id, record_id),
       KEY bulk_change_record__outcome (task_id, outcome, cause, fields),
       CONSTRAINT bulk_change_record__task_id FOREIGN KEY (task_id) REFERENCES task (id) ON DELETE CASCADE`,
    );
  },
};
