import { addColumns, type Migration } from './table.ts';

/** Lets lanes be served in turn, and counts the changes that wait for a failed one. */
export const servedLanes: Migration = {
  name: '0043-served-lanes',
  async up(knex) {
    // `served_time`: when a worker last claimed the lane. `waiting`: changes behind failed ones, of records whose changes are not sent; it means
    // something only where `examined` does. An earlier release sets neither.
    await addColumns(knex, 'sync_lane', {
      served_time: 'DATETIME(3) NULL',
      waiting: 'INT UNSIGNED NOT NULL DEFAULT 0',
    });
  },
};
