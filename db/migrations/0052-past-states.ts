import { addColumns, addKeys, type Migration } from './table.ts';

/**
 * Finds the first change of a record after a position. `before_refs` has the ids of the records to which `before` refers, as `refs` has those of
 * `after`; it is NULL in rows of an earlier release.
 */
export const pastStates: Migration = {
  name: '0052-past-states',
  async up(knex) {
    // no JSON, whose check would have the table rewritten
    await addColumns(knex, 'data_log', { before_refs: 'TEXT NULL' });
    await addKeys(knex, 'change_feed', { change_feed__record: 'entity, record_id, position' });
  },
};
