import { addColumns, addKeys, type Migration } from './table.ts';

/** When a change set takes effect: the moment that its local time in its zone stands for. */
export const setDueTimes: Migration = {
  name: '0051-set-due-times',
  async up(knex) {
    await addColumns(knex, 'change_set', { due_time: 'DATETIME(3) NULL' });
    await addKeys(knex, 'change_set', {
      change_set__status_due: 'status, due_time, decide_time',
      change_set__effective_on: 'effective_on',
    });
  },
};
