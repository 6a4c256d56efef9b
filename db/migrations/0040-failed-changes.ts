import { addColumns, type Migration } from './table.ts';

/** Lets other records of a lane go on while a change of one record is tried again. */
export const failedChanges: Migration = {
  name: '0040-failed-changes',
  async up(knex) {
    // `failures`: the changes that were not taken, with their attempts and next times. `examined`: the ordinal up to which every change was
    // sent or waits for one of them. An earlier release sets neither, and only `attempts` = 0 makes both meaningless.
    await addColumns(knex, 'sync_lane', { failures: 'JSON NULL', examined: 'BIGINT UNSIGNED NULL' });
  },
};
