import { addColumns, type Migration } from './table.ts';

/** Lets the rate of a lane be computed from when its samples were taken. */
export const sampleTimes: Migration = {
  name: '0044-sample-times',
  async up(knex) {
    // `time` is the minute that a sample stands for. An earlier release does not set this.
    await addColumns(knex, 'sync_sample', { taken_time: 'DATETIME(3) NULL' });
  },
};
